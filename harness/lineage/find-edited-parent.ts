import type { Head } from "./heads.ts";
import { isStranger } from "./requests/is-stranger.ts";
import { NO_DIGEST } from "./requests/request-digest.ts";
import { matchLevels } from "./match-levels.ts";
import { LatestByDigest } from "./requests/latest-by-digest.ts";
import type { Child, IndexedRequest } from "./requests/request-summary.ts";

/** Of an edited history, this share of messages must stand at their places in the one that continues it. */
const NEARLY_WHOLE = 0.6;

/** Where so many at its end stand there as they did, this share is enough: old tool results go, which are half of the messages or more. */
const UNCHANGED_AT_END = 3;
const LEFT_OVER = 0.25;

/** Requests that end in one message, and are asked apart by the others. */
const ALIKE = 8;

/** How many requests are held against one; each is asked by the message it ends in, so that the first mostly fits. */
const HELD_AGAINST = 64;

/** Of a history cut short, so many messages must follow one another as they did, or a single one with its answer. */
const IN_A_ROW = 2;

/** Finds requests that another one continues though messages in it were edited, or left out at its head. */
export class EditedParents {
  /** By the digest of the last message: the latest requests that end so. */
  readonly #endings: LatestByDigest;

  constructor(requests: readonly IndexedRequest[]) {
    this.#endings = new LatestByDigest(requests, ALIKE);
  }

  remember(known: IndexedRequest): void {
    const last = known.digest.messages.at(-1);
    if (last !== undefined) this.#endings.add(last, known);
  }

  /** Those that end in message `from` of this one or in a later one, whatever else they say: longest first, of equal ones the latest first. */
  *endingIn({ digest: { messages, leads } }: Child, from: number): Generator<Head> {
    for (let at = messages.length - 1; at >= from; at -= 1) {
      const leadsHere = leads.at(at) ?? [];
      for (let count = leadsHere.length - 1; count >= 0; count -= 1) {
        const known = this.#endings.of(leadsHere[count] ?? NO_DIGEST);
        const grows = at < messages.length - 1 || count < leadsHere.length - 1;
        for (let index = known.length - 1; index >= 0; index -= 1) {
          const each = known[index];
          if (each !== undefined) yield { known: each, at, grows };
        }
      }
    }
  }
}

/** Of requests that end in a message of this one, those that are near and that it resembles. */
export function* resembling(endings: Iterable<Head>, asked: Child, isNear: (fit: Head) => boolean): Generator<Head> {
  let held = 0;
  for (const fit of endings) {
    if (!isNear(fit)) continue;
    if (held === HELD_AGAINST) return;
    held += 1;
    if (resembles(fit.known, asked, fit.at)) yield fit;
  }
}

/** Whether enough of a request whose last message stands at `at` of another is there too, at its place or moved as one. */
function resembles(known: IndexedRequest, { digest: { messages, byModel } }: Child, at: number): boolean {
  const before = known.digest.messages;
  const cut = before.length - 1 - at;
  if (cut === 0) {
    let [same, atEnd] = [1, 1];
    for (let index = 0; index < at; index += 1) {
      const isSame = messages.at(index) === before.at(index);
      if (isSame) same += 1;
      atEnd = isSame ? atEnd + 1 : 1;
    }
    return same >= (atEnd >= UNCHANGED_AT_END ? LEFT_OVER : NEARLY_WHOLE) * before.length;
  }
  let row = 1;
  while (row <= at && row < before.length && messages.at(at - row) === before.at(before.length - 1 - row)) row += 1;
  let head = 0;
  while (head + row <= at && messages.at(head) === before.at(head)) head += 1;
  const isAnswered = row === 1 && at === 0 && byModel.at(1) === true;
  return cut > 0 && (row >= IN_A_ROW || isAnswered) && head + row >= NEARLY_WHOLE * (at + 1);
}

/** Whether most of a request stands before message `at` of another, which its answer begins; its own last message may be edited. */
export function standsBefore(known: IndexedRequest, asked: Child, at: number): boolean {
  const { messages } = asked.digest;
  const before = known.digest.messages;
  if (messages.at(at - 1) === before.at(-1)) return resembles(known, asked, at - 1);
  let head = 0;
  while (head < at - 1 && head < before.length - 1 && messages.at(head) === before.at(head)) head += 1;
  // All but its last message, at its place: that one was edited, or its results were cleared.
  if (at === before.length && head === before.length - 1) return head > 0 || !isStranger(known, asked);
  let row = 0;
  while (row < at - 1 - head && messages.at(at - 2 - row) === before.at(before.length - 2 - row)) row += 1;
  return row > 0 && head + row >= IN_A_ROW && head + row >= NEARLY_WHOLE * at;
}

/**
 * Of requests that end in a message of this one, those that stand in it whole or nearly so, behind messages that a client put in front or
 * between; of the nearest level that has one. Such messages hide the head of a history, by which others are found.
 */
export function nearestMoved(endings: Iterable<Head>, asked: Child): readonly Head[] {
  for (const { fits, mayEdit } of matchLevels) {
    const found: Head[] = [];
    let held = 0;
    for (const fit of mayEdit === "never" ? [] : endings) {
      if (fit.known.digest.messages.length > fit.at || !fits(fit.known, asked)) continue;
      if ((held += 1) > HELD_AGAINST) break;
      if (isMoved(fit.known, asked, fit.at)) found.push(fit);
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** A few words at the end are said in other conversations too: a single message counts only with the answer that it was given. */
function isMoved({ digest: { messages: before }, answer }: IndexedRequest, { digest }: Child, at: number): boolean {
  const { messages, items } = digest;
  let row = 1;
  while (row < before.length && messages.at(at - row) === before.at(before.length - 1 - row)) row += 1;
  if (row === before.length) return row >= IN_A_ROW || (items.at(at + 1) ?? []).some((item) => answer.includes(item));
  let head = 0;
  while (head + row < before.length && messages.at(head) === before.at(head)) head += 1;
  return row >= UNCHANGED_AT_END && row + head >= NEARLY_WHOLE * before.length;
}
