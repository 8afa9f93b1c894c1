import type { Comparison } from "../../compare/compare-layouts.ts";
import { wireNamed } from "../../wires/list.ts";
import { readMessage, type SaidMessage, speakerOf } from "../../wires/shared/said/read-message.ts";
import { readSaidAnswer } from "../../wires/shared/said/read-said-answer.ts";
import { type SaidItem, wordsOf } from "../../wires/shared/said/said-item.ts";
import type { ReadMessage } from "../reading/read-messages.ts";
import type { SideEvidence } from "../side-evidence.ts";

type Pair = { readonly parent: SideEvidence; readonly child: SideEvidence };

/**
 * Pointer of the child's message with which its last turn of the model begins, if that turn repeats the answer that the parent was given.
 * From there on the child is new, however its messages resemble older ones. Null if the child ends otherwise, if the answer is unknown, and
 * for a pair without a difference, of which this is not asked.
 */
export function repeatedAnswer({
  parent,
  child,
  comparison,
}: Pair & { readonly comparison: Comparison }): string | null {
  if (comparison.diverged === null) return null;
  const answer = wordsIn(answerTo(parent));
  if (answer.size === 0) return null;
  // The same words may stand at the parent's end already. Older messages are not read: they are many, and long.
  const shared = new Set(lastTurn(parent).map(({ key }) => key));
  let first: string | null = null;
  let isRepeated = false;
  for (const message of lastTurn(child)) {
    const { items } = saidIn(child, message);
    if (shared.has(message.key) || !items.every((item) => answer.has(wordsOf(item)))) break;
    first = message.pointer;
    // A thought is left out of what was said, so it repeats nothing by itself.
    isRepeated ||= items.length > 0;
  }
  return isRepeated ? first : null;
}

/** The messages of the model's last turn, the last one first. */
function lastTurn(side: SideEvidence): readonly ReadMessage[] {
  const messages = side.messages();
  const isModels = ({ envelope, content }: ReadMessage): boolean => {
    const units = [envelope, ...content];
    return speakerOf(units, 0, units.length) === "model";
  };
  const last = messages.findLastIndex(isModels);
  const before = messages.slice(0, last + 1).findLastIndex((message) => !isModels(message));
  return messages.slice(before + 1, last + 1).toReversed();
}

/**
 * Whether the child's history goes on with the answer that the parent was given, as its response holds it, right at its beginning or behind
 * messages that it shares with its parent: a window left out what was said before, and nothing sums it up. Behind shared messages the answer
 * must hold a call, because a text there may be the summary that the parent asked for.
 */
export function beginsWithAnswer({ parent, child }: Pair): boolean {
  const said = answerTo(parent);
  const shared = new Set(parent.messages().map(({ key }) => key));
  let isBehindShared = false;
  for (const message of child.messages()) {
    const { by, items } = saidIn(child, message);
    if (items.length === 0) continue;
    if (shared.has(message.key)) {
      isBehindShared = true;
      continue;
    }
    if (by !== "model") return false;
    const answer = wordsIn(said);
    return (
      (!isBehindShared || said.some(({ kind }) => kind === "call")) && items.every((item) => answer.has(wordsOf(item)))
    );
  }
  return false;
}

/** Whether the child says what the parent was answered, behind all that the parent said: so that answer had begun when the child was sent. */
export function knowsAnswer({ parent, child }: Pair): boolean {
  const answer = wordsIn(answerTo(parent));
  if (answer.size === 0) return false;
  // A model may say the same twice.
  const said = Map.groupBy(parent.messages(), ({ key }) => key);
  return child.messages().some((message) => {
    if (said.get(message.key)?.pop() !== undefined) return false;
    const { by, items } = saidIn(child, message);
    return by === "model" && items.some((item) => answer.has(wordsOf(item)));
  });
}

/** What the provider answered; empty if that was not recorded. */
function answerTo({ layout, exchange: { response } }: SideEvidence): readonly SaidItem[] {
  return response === null ? [] : readSaidAnswer(wireNamed(layout.dialect), response);
}

function wordsIn(items: readonly SaidItem[]): ReadonlySet<string> {
  return new Set(items.map(wordsOf));
}

function saidIn({ layout: { body } }: SideEvidence, { envelope, content }: ReadMessage): SaidMessage {
  const units = [envelope, ...content];
  return readMessage({ body, units }, 0, units.length);
}
