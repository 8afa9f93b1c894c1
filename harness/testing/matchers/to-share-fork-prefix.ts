import type { Judgement, Reusable } from "../../kernel/judgement.ts";
import { renderJudgement } from "../../report/render-judgement.ts";
import { exchangeOf, judgeFork, type SentPair } from "../judging/judge.ts";
import { checkOptions, describe, misuse } from "../misuse.ts";
import { sourceOf } from "../tape/exchange-source.ts";
import { type MatcherResult, type MatcherState, PLAIN } from "./matcher.ts";
import { refuseRepeated, refuseUnanswered, repeated } from "./refuse-unanswered.ts";

export type SharedPrefixOptions = {
  /** JSON pointer of the parent's first block that the fork need not repeat. Default: the parent's end. */
  readonly at?: string;
  /** What the judgement must say of the cache. Default: `yes` or `unknown`. */
  readonly reusable?: Reusable;
};

/** Whether a request starts with the bytes of its parent's prompt, and the provider's cache can serve them. */
export function toShareForkPrefix(
  state: MatcherState,
  child: unknown,
  parent: unknown,
  options: SharedPrefixOptions = {},
): MatcherResult {
  const judgement = judgeReceived(child, parent, options);
  const { verdict, reusable } = judgement;
  if (verdict === "not-comparable") {
    const { reusableBecause } = judgement;
    const what = `toShareForkPrefix: the two requests cannot be compared: ${reusableBecause.join("; ")}`;
    throw misuse("HX543", what, "compare two requests of one wire format that repeat their history");
  }
  if (judgement.class === "identical" && reusable !== "no" && options.at === undefined) {
    throw repeated("toShareForkPrefix", pairOf(child, parent), null);
  }
  const isShared = verdict !== "diverged";
  const pass = isShared && (options.reusable === undefined ? reusable !== "no" : reusable === options.reusable);
  return { pass, message: () => messageOf(judgement, options, state.isNot === true) };
}

function judgeReceived(child: unknown, parent: unknown, options: SharedPrefixOptions): Judgement {
  checkOptions("toShareForkPrefix", options, ["at", "reusable"]);
  const { at, reusable } = options;
  if (reusable !== undefined && !["yes", "no", "unknown"].includes(reusable)) {
    throw misuse("HX541", `toShareForkPrefix: reusable is ${describe(reusable)}`, 'write "yes", "no" or "unknown"');
  }
  const pair = pairOf(child, parent);
  refuseEarlier(pair);
  refuseUnanswered("toShareForkPrefix", pair);
  refuseRepeated("toShareForkPrefix", pair);
  return judgeFork({ ...pair, ...(at !== undefined && { at }) });
}

function pairOf(child: unknown, parent: unknown): SentPair {
  return {
    parent: exchangeOf("toShareForkPrefix: the parent", parent),
    child: exchangeOf("toShareForkPrefix: the value in expect()", child),
  };
}

/** A child that was sent before its parent never repeats it by design: `.not` would pass by accident. */
function refuseEarlier({ parent, child }: SentPair): void {
  const kept = sourceOf(child);
  if (kept === null || kept !== sourceOf(parent)) return;
  const order = kept.exchanges().map(({ id }) => id);
  if (order.indexOf(child.id) >= order.indexOf(parent.id)) return;
  const what = `toShareForkPrefix: request ${child.id} was sent before request ${parent.id}, so it cannot be its fork`;
  throw misuse("HX543", what, "write expect(fork).toShareForkPrefix(parent)");
}

function messageOf(judgement: Judgement, { reusable }: SharedPrefixOptions, isNot: boolean): string {
  const { parent, child } = judgement;
  const wanted = reusable === undefined ? "" : `, with reusable: ${reusable}`;
  const not = isNot ? "not " : "";
  return `expected request ${child.id} ${not}to share the prefix of request ${parent.id}${wanted}\n\n${renderJudgement(judgement, PLAIN)}`;
}
