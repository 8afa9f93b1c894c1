import type { Occurrence } from "./occurrences.ts";

/** The occurrences of one root cause, and the place that they share. */
export type RootCause = { readonly place: string | null; readonly occurrences: readonly Occurrence[] };

/**
 * Groups occurrences by root cause: one kind of change at one place, over all conversations. Several codes are one cause if they are of
 * one kind (a clock shows itself as a date or as any edit of the text, tools that flap come and go).
 */
export function rootCauses(all: readonly Occurrence[]): readonly RootCause[] {
  const fixed = fixedPlaces(all);
  const groups = Map.groupBy(all, (each) => {
    const place = placeKey(each);
    const isFixed = place === null || fixed.has(`${kindOf(each)} ${place}`);
    return JSON.stringify([kindOf(each), each.origin, isFixed ? place : "*"]);
  });
  return [...groups.values()].map((occurrences) => ({ place: commonPlace(occurrences), occurrences }));
}

/** What is one change under several codes. */
function kindOf({ code, names, segment }: Occurrence): string {
  const kind = KINDS.find(({ codes }) => codes.test(code));
  if (kind === undefined) return NAMED.test(code) ? `${code} ${[...names].sort().join(" ")}` : code;
  return `${kind.kind} ${segment} ${kind.isNamed ? [...names].sort().join(" ") : ""}`;
}

const KINDS: readonly { readonly kind: string; readonly codes: RegExp; readonly isNamed: boolean }[] = [
  { kind: "tools that come and go", codes: /^CB2(01|02|09)$/, isNamed: true },
  { kind: "a tool that changes", codes: /^CB20[4-8]$/, isNamed: true },
  { kind: "system text", codes: /^CB3(0[1-689]|11)$/, isNamed: false },
  { kind: "provider", codes: /^CB(705|901)$/, isNamed: false },
];

/** Parameters and headers have no place in the prompt: their names part them. */
const NAMED = /^CB(1|6)/;

/** Messages move while a conversation grows, so they count as one place. System blocks and tools stand still. */
function placeKey({ segment, pointer }: Occurrence): string | null {
  if (segment === "tools" || pointer === null) return null;
  if (segment === "system") return pointer;
  if (segment === "messages") return /^(\/[^/]+\/\d+)/.exec(pointer)?.[1] ?? pointer;
  return null;
}

/** So often one conversation must break at one message before that is a place of its own. */
const OFTEN = 3;

/** Places that do not move: one conversation breaks there again and again. */
function fixedPlaces(all: readonly Occurrence[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const fixed = new Set<string>();
  for (const each of all) {
    const place = placeKey(each);
    if (place === null) continue;
    const key = `${kindOf(each)} ${place}`;
    const inConversation = `${each.exchange.conversation} ${key}`;
    const count = (counts.get(inConversation) ?? 0) + 1;
    counts.set(inConversation, count);
    if (count >= OFTEN || each.segment === "system") fixed.add(key);
  }
  return fixed;
}

/** The pointer that all share, with `*` for the parts in which they differ; null without pointers. */
function commonPlace(all: readonly Occurrence[]): string | null {
  let common: readonly string[] | null = null;
  for (const { pointer } of all) {
    if (pointer === null) continue;
    const parts = pointer.split("/");
    if (common === null) common = parts;
    else {
      const length = Math.min(common.length, parts.length);
      common = common.slice(0, length).map((part, at) => (part === parts[at] ? part : "*"));
    }
  }
  return common === null ? null : common.join("/");
}
