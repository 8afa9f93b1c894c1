import type { ReadBlock } from "../reading/read-block.ts";
import type { ReadMessage } from "../reading/read-messages.ts";
import { isSameJoined } from "../text/is-same-joined.ts";
import type { BlockChange, MessageChange } from "./change.ts";
import type { Match } from "../text/align.ts";
import { isResultMessage } from "./result-message.ts";

type HistoryChange = MessageChange | BlockChange;

/** Neighbours of one role in each request. */
type Recut = { readonly before: readonly ReadMessage[]; readonly after: readonly ReadMessage[] };

/**
 * The changes, with one in place of all those in neighbours of one role that hold the same content in more or fewer messages: gateways and
 * frameworks join such neighbours, or send each part as a message of its own.
 */
export function withRecutMessages(
  changes: readonly HistoryChange[],
  parent: readonly ReadMessage[],
  child: readonly ReadMessage[],
  pairs: readonly Match[],
): readonly HistoryChange[] {
  const recuts = findRecuts([...editedPairs(changes, parent, child), ...gapsIn(pairs, parent, child)], parent, child);
  if (recuts.length === 0) return changes;
  const byMessage = new Map(
    recuts.flatMap((each) => [...each.before, ...each.after].map((message) => [message, each])),
  );
  const shown = new Set<Recut>();
  return changes.flatMap((change): readonly HistoryChange[] => {
    const recut = recutOf(change, byMessage);
    if (recut === undefined) return [change];
    if (shown.has(recut)) return [];
    shown.add(recut);
    const { segment, pointer, place } = change;
    return [{ of: "message", is: "recut", segment, pointer, place, ...recut }];
  });
}

/** `places` are those of a message of each request, whose neighbours may hold the same. */
function findRecuts(
  places: readonly Match[],
  parent: readonly ReadMessage[],
  child: readonly ReadMessage[],
): readonly Recut[] {
  const found = new Map<ReadMessage | undefined, Recut | null>();
  for (const [place, childPlace] of places) {
    const [before, after] = [neighboursOf(parent, place), neighboursOf(child, childPlace)];
    if (found.has(before[0]) || before.length + after.length <= 2) continue;
    found.set(before[0], recut(before, after, before.at(-1) === parent.at(-1)));
  }
  return [...found.values()].filter((each) => each !== null);
}

/** Messages that were aligned and differ. */
function editedPairs(
  changes: readonly HistoryChange[],
  parent: readonly ReadMessage[],
  child: readonly ReadMessage[],
): readonly Match[] {
  const [places, childPlaces] = [placesOf(parent), placesOf(child)];
  const pairs = new Set(changes.flatMap((change) => (change.of === "block" ? [change.within] : [])));
  return [...pairs].map((pair) => [places.get(pair.parent) ?? -1, childPlaces.get(pair.child) ?? -1]);
}

function placesOf(messages: readonly ReadMessage[]): ReadonlyMap<ReadMessage, number> {
  return new Map(messages.map((message, place) => [message, place]));
}

/** The first messages behind two aligned ones and before the next two, in both requests: what was joined may resemble none of its parts. */
function gapsIn(
  pairs: readonly Match[],
  parent: readonly ReadMessage[],
  child: readonly ReadMessage[],
): readonly Match[] {
  return pairs.flatMap(([at, childAt], index): readonly Match[] => {
    const [place, childPlace] = [at + 1, childAt + 1];
    const [end, childEnd] = pairs[index + 1] ?? [parent.length, child.length];
    return place < end && childPlace < childEnd ? [[place, childPlace]] : [];
  });
}

/** A client cuts a message into few. More neighbours than these are a log, and each would be read for each. */
const MOST = 32;

/** The messages of one role around a place, what stands there included; none where that holds more than a role and content. */
function neighboursOf(messages: readonly ReadMessage[], place: number): readonly ReadMessage[] {
  const role = messages[place]?.role;
  const isNeighbour = (other: ReadMessage | undefined): boolean =>
    other !== undefined && other.role === role && isPlain(other);
  if (!isNeighbour(messages[place])) return [];
  let [from, to] = [place, place + 1];
  while (place - from < MOST && isNeighbour(messages[from - 1])) from -= 1;
  while (to - place <= MOST && isNeighbour(messages[to])) to += 1;
  return messages.slice(from, to);
}

/** Where a wire format has items of many types, that of a message may be left out. A tool's answer is a message for each call in some. */
function isPlain(message: ReadMessage): boolean {
  if (message.role === "" || isResultMessage(message)) return false;
  return Object.entries(message.members()).every(
    ([name, value]) => name === "role" || (name === "type" && value === "message"),
  );
}

/** `isEnd`: no message of the parent's follows, so that the child may go on behind the content. */
function recut(before: readonly ReadMessage[], neighbours: readonly ReadMessage[], isEnd: boolean): Recut | null {
  if (before.length > MOST || (!isEnd && neighbours.length > MOST)) return null;
  const content = partsOf(before);
  for (let count = isEnd ? 1 : neighbours.length; count <= Math.min(neighbours.length, MOST); count += 1) {
    const after = neighbours.slice(0, count);
    if (before.length !== after.length && isSameContent(content, partsOf(after))) return { before, after };
  }
  return null;
}

/** The neighbours that a change lies in: of an edit, on both sides. */
function recutOf(change: HistoryChange, byMessage: ReadonlyMap<ReadMessage, Recut>): Recut | undefined {
  if (change.is === "recut") return undefined;
  if (change.of === "message") return byMessage.get(change.is === "removed" ? change.parent : change.child);
  const recut = byMessage.get(change.within.parent);
  return recut === byMessage.get(change.within.child) ? recut : undefined;
}

/** A block without text, by its key, or the texts that stand between two of those. */
type Part = { readonly key: string } | { readonly texts: readonly string[] };

function partsOf(messages: readonly ReadMessage[]): readonly Part[] {
  const parts: Part[] = [];
  for (const block of messages.flatMap(({ blocks }) => blocks)) {
    const last = parts.at(-1);
    const text = textOf(block);
    if (text === null) parts.push({ key: block.key });
    else if (last !== undefined && "texts" in last) parts[parts.length - 1] = { texts: [...last.texts, text] };
    else parts.push({ texts: [text] });
  }
  return parts;
}

function textOf({ kind, text }: ReadBlock): string | null {
  return kind === "text" ? text : null;
}

function isSameContent(parts: readonly Part[], others: readonly Part[]): boolean {
  return parts.length === others.length && parts.every((part, at) => isSamePart(part, others[at]));
}

function isSamePart(part: Part, other: Part | undefined): boolean {
  if (other === undefined) return false;
  if ("key" in part || "key" in other) return "key" in part && "key" in other && part.key === other.key;
  return isSameJoined(part.texts, other.texts);
}
