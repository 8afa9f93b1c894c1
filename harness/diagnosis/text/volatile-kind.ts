import { align } from "./align.ts";
import { commonEnds } from "./common-ends.ts";
import { isListingLine } from "./is-listing-line.ts";
import { maskCounts, maskDrawnIds, type MaskedKind, maskLikelyIds, maskValues } from "./mask-values.ts";

/** Kinds of values that change by themselves, in the order in which one names a difference before another. */
const ORDER = ["time", "id", "path", "counter"] as const;

export type VolatileKind = (typeof ORDER)[number];

/** How two texts differ in such values alone. */
export type VolatileDifference = {
  /** Those that differ; the first one names the difference. */
  readonly kinds: readonly [VolatileKind, ...VolatileKind[]];
  /** At how many places. */
  readonly places: number;
};

/**
 * Null where the texts differ in anything else, or in nothing. A line that came or went counts where it says what its value is; lines of a
 * listing count together with a value.
 */
export function volatileDifference(parent: string, child: string): VolatileDifference | null {
  const kinds = new Set<VolatileKind>();
  const differing = differingLines(parent, child);
  for (const [before, after] of differing) {
    const found = kindsAround(before, after) ?? labelledIn(before, after);
    if (found === null && !isListing(before + after)) return null;
    for (const kind of found ?? []) kinds.add(kind);
  }
  const [first, ...others] = ORDER.filter((kind) => kinds.has(kind));
  return first === undefined ? null : { kinds: [first, ...others], places: differing.length };
}

/** The lines that only one side has, where they stand; an empty text where the other has more. */
function differingLines(parent: string, child: string): readonly (readonly [before: string, after: string])[] {
  const [ours, theirs] = [parent.split(/(?<=\n)/), child.split(/(?<=\n)/)];
  const found: (readonly [string, string])[] = [];
  let [i, j] = [0, 0];
  for (const [at, childAt] of [...align(ours, theirs), [ours.length, theirs.length] as const]) {
    if (at > i || childAt > j) found.push([ours.slice(i, at).join(""), theirs.slice(j, childAt).join("")]);
    [i, j] = [at + 1, childAt + 1];
  }
  return found;
}

/** How far around a difference its value may reach: the year of a date whose day differs. */
const AROUND = 120;

/** The difference between two texts, with as much context on both sides as a value may need. */
function around(before: string, after: string): readonly [string, string] {
  const [head, tail] = commonEnds(before, after);
  const from = before.lastIndexOf(" ", Math.max(0, head - AROUND)) + 1;
  const next = before.indexOf(" ", before.length - tail + AROUND);
  const rest = next === -1 ? 0 : before.length - next;
  return [before.slice(from, before.length - rest), after.slice(from, after.length - rest)];
}

function kindsAround(before: string, after: string): readonly VolatileKind[] | null {
  const [ours, theirs] = around(before, after);
  if (Math.max(ours.length, theirs.length) > LONGEST) return null;
  const [likely, other] = maskLikelyIds(ours, theirs);
  const others = (): readonly VolatileKind[] | null => (likely === other ? [] : kindsOf(likely, other));
  const kinds = kindsOf(ours, theirs);
  if (kinds === null) return likely === ours ? null : withId(others());
  // A path whose differing part was drawn: mkdtemp's folders.
  return kinds[0] === "path" ? (drawnIn(ours, theirs) ?? kinds) : kinds;
}

function drawnIn(before: string, after: string): readonly VolatileKind[] | null {
  const [ours, theirs] = maskDrawnIds(before, after);
  return ours === before ? null : withId(ours === theirs ? [] : kindsOf(ours, theirs));
}

function withId(others: readonly VolatileKind[] | null): readonly VolatileKind[] | null {
  return others && ["id", ...others];
}

/** Lines of which more differs are text. */
const LONGEST = 4000;

/** A time in a path is a time, and an id that begins like a date is an id. */
const MASKS: readonly (readonly MaskedKind[])[] = [
  ["time"],
  ["time", "id"],
  ["id"],
  ["id", "time"],
  ["time", "id", "path"],
  ["id", "time", "path"],
];

function kindsOf(before: string, after: string): readonly VolatileKind[] | null {
  for (const write of [(text: string): string => text, maskCounts]) {
    for (const kinds of MASKS) {
      const [ours, theirs] = [maskValues(before, kinds), maskValues(after, kinds)];
      if (write(ours.text) !== write(theirs.text)) continue;
      if (ours.text !== theirs.text && digitsOf(ours.text) === digitsOf(theirs.text)) continue;
      const changed = kinds.filter((kind) => isChanged(ours.values.get(kind) ?? [], theirs.values.get(kind) ?? []));
      return ours.text === theirs.text ? changed : [...changed, "counter"];
    }
  }
  return null;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/** Values of which one came or went stand inside another value. */
function isChanged(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.some((value, index) => value !== after[index]);
}

/** A text with more than this around its value is a sentence about something else. */
const LONGEST_LABEL = 80;

/** Words that say what the value next to them is. */
const LABELS: Readonly<Record<MaskedKind, RegExp>> = {
  time: /\b(?:time|date|today|now|clock|timestamp|generated|updated|as of|it is|it's|datum|uhrzeit|heute|heure|fecha|hora|dato)\b|[日时時今]/i,
  id: /\b(?:session|conversation|thread|request|run|trace|id|uuid)\b/i,
  path: /\b(?:director(?:y|ies)|dir|cwd|pwd|folder|path|workspace|worktree)\b/i,
};

/** The kind of value that a text holds which stands on one side alone: `Current time: 9:05 pm`. */
function labelledIn(before: string, after: string): readonly VolatileKind[] | null {
  const [head, tail] = commonEnds(before, after);
  const [gone, come] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  if (gone.trim() !== "" && come.trim() !== "") return null;
  const alone = gone + come;
  if (alone.length > LONGEST_LABEL * 2) return null;
  const kind = (["time", "id", "path"] as const).find((each) => {
    const { text, values } = maskValues(alone, [each]);
    return text.length <= LONGEST_LABEL && values.get(each)?.length !== 0 && LABELS[each].test(text);
  });
  return kind === undefined ? null : [kind];
}

function isListing(lines: string): boolean {
  return lines.split("\n").every((line) => line.trim() === "" || isListingLine(line));
}
