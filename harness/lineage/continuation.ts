import type { SaidMessage } from "../wires/shared/said/read-message.ts";
import type { Directives } from "./directives.ts";
import { type Digest, digestText } from "./requests/digest.ts";
import { digestItem, NO_DIGEST } from "./requests/request-digest.ts";
import { callName, type SaidItem } from "../wires/shared/said/said-item.ts";
import type { Child, BroughtResult, Continuation, IndexedRequest } from "./requests/request-summary.ts";

/** A request without a parent has no continuation text. */
export const NO_CONTINUATION: Continuation = {
  sharedUpTo: -1,
  repeats: "unknown",
  answersCall: false,
  results: [],
  addsText: false,
  directive: null,
  reports: null,
};

/**
 * The content of a request after message `at`, the end of its parent's messages; -1 if those were edited, or cut at their head.
 */
export function continuationOf(
  asked: Child,
  parent: IndexedRequest,
  at: number,
  given: Pick<IndexedRequest, "answer" | "calls">,
  directives: Directives,
): Continuation {
  const { items, byModel, messages } = asked.digest;
  const begin = at < 0 ? answerIn(asked, given) : at + 1;
  let end = begin;
  const repeated = new Set<Digest>();
  // The first assistant text is the parent's answer; later ones are answers to the fork itself.
  for (; end < messages.length && byModel.at(end) === true; end += 1)
    for (const item of items.at(end) ?? []) repeated.add(item);
  const own = ownMessages(asked, parent, at);
  const firstModel = own.findIndex(({ by }) => by === "model");
  const from = firstModel === 0 ? own.findIndex(({ by }) => by !== "model") : 0;
  const upTo = from === -1 ? -1 : own.findIndex(({ by }, index) => index >= from && by === "model");
  const next = from === -1 ? [] : own.slice(from, upTo === -1 ? own.length : upTo);
  const texts = textsOf(next);
  const results = resultsIn(next);
  return {
    sharedUpTo: at,
    repeats: howMuch(given, repeated, end > begin),
    answersCall: results.some(({ call }) => given.calls.includes(call)),
    results,
    addsText: texts.length > 0,
    // Behind an edited or cut history the task stands in one of the last messages.
    directive: directives.inputOf(parent, at < 0 ? textsOf(own) : texts),
    // A parent brings what its fork answered: that fork was there before.
    reports: parent.isContinued ? directives.reportedIn(resultTexts(own)) : null,
  };
}

/** Where the messages before it were edited or cut: the message that repeats the last of the answer; 0 if it is not there. */
function answerIn({ digest: { byModel, items, messages } }: Child, { answer }: Pick<IndexedRequest, "answer">): number {
  for (let at = messages.length - 1; at > 0; at -= 1)
    if (byModel.at(at) === true && (items.at(at) ?? []).some((item) => answer.includes(item))) return at;
  return 0;
}

/** A task stands in one of so many last messages. */
export const TASK = 3;

/**
 * The content of a request after its parent's messages: a client may add blocks to the last one. If those were edited or cut, its
 * own last messages.
 */
export function ownMessages(asked: Child, parent: IndexedRequest, at: number): readonly SaidMessage[] {
  const { leads, messages } = asked.digest;
  if (at < 0) return asked.behind(Math.max(0, messages.length - TASK));
  const shared = (leads.at(at) ?? []).indexOf(parent.digest.messages.at(-1) ?? NO_DIGEST) + 1;
  if (shared === 0 || shared === leads.at(at)?.length) return asked.behind(at + 1);
  const [first, ...rest] = asked.behind(at);
  return first === undefined ? rest : [{ by: first.by, items: first.items.slice(shared) }, ...rest];
}

/** The words that the user says in some messages, tools left out. */
export function textsOf(said: readonly SaidMessage[]): readonly string[] {
  return said.flatMap(({ by, items }) =>
    by === "user" ? items.flatMap((item) => (item.kind === "text" ? [item.text] : [])) : [],
  );
}

function howMuch(
  { answer }: Pick<IndexedRequest, "answer">,
  repeated: ReadonlySet<Digest>,
  saysModel: boolean,
): Continuation["repeats"] {
  if (answer.length === 0) return saysModel ? "unknown" : "none";
  let found = 0;
  for (const item of repeated) if (answer.includes(item)) found += 1;
  if (found === 0) return "none";
  return found === repeated.size ? "whole" : "part";
}

/** One for each call; the second for one name is counted, as on a wire whose calls have no ids. */
export function resultsIn(said: readonly SaidMessage[]): readonly BroughtResult[] {
  const results = new Map<string, BroughtResult>();
  for (const item of said.flatMap(({ items }) => items)) {
    if (item.kind !== "result") continue;
    const name = callName({ id: item.callId, name: item.name });
    const call = results.has(name) ? `${name} ${results.size}` : name;
    results.set(call, broughtResult(call, item));
  }
  return results.size === 0 ? NO_CONTINUATION.results : [...results.values()];
}

/** Shorter results say the same by chance. */
const SHORTEST = 12;
const ENDS = 24;

/** Words that stand where a client cleared a result. */
const CLEARED =
  /^\W*$|\b(?:clear(?:ed)?|remov(?:ed)?|truncat(?:ed|ion)|omit(?:ted)?|elided|compact(?:ed)?|redacted|prun(?:ed)?)\b/i;

function broughtResult(call: string, item: Extract<SaidItem, { kind: "result" }>): BroughtResult {
  const { text } = item;
  const isCleared = text.length < SHORTEST || CLEARED.test(text.slice(0, 200));
  const [head, tail] = isCleared ? [null, null] : [digestText(text.slice(0, ENDS)), digestText(text.slice(-ENDS))];
  return { call: digestText(call), digest: digestItem(item), head, tail };
}

function resultTexts(said: readonly SaidMessage[]): readonly string[] {
  return said.flatMap(({ items }) => items.flatMap((item) => (item.kind === "result" ? [item.text] : [])));
}
