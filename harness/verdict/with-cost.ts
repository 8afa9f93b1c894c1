import { once } from "../kernel/memo/once.ts";
import type { BreakCost } from "../kernel/breaks/break-cost.ts";
import type { Judgement } from "../kernel/judgement.ts";

/** A judgement before its price. */
export type UnpricedJudgement = Omit<Judgement, "breakCost">;

/** What of a judgement is said in sentences. */
export type JudgementWords = Pick<Judgement, "findings" | "reusableBecause">;

/**
 * A judgement with a cost that is made when it is read, as the divergence, the ratio, the findings and what follows from them are. A spread would read them,
 * so each member is named. `words` are its texts, if they are worded for what the pair is.
 */
export function withCost(
  judgement: UnpricedJudgement,
  costOf: () => BreakCost | null,
  words: JudgementWords = judgement,
): Judgement {
  const breakCost = once(costOf);
  return {
    schema: judgement.schema,
    dialect: judgement.dialect,
    get provider() {
      return judgement.provider;
    },
    parent: judgement.parent,
    child: judgement.child,
    class: judgement.class,
    verdict: judgement.verdict,
    normalisations: judgement.normalisations,
    get reusable() {
      return judgement.reusable;
    },
    get divergence() {
      return judgement.divergence;
    },
    shared: judgement.shared,
    get findings() {
      return words.findings;
    },
    get ratio() {
      return judgement.ratio;
    },
    examined: judgement.examined,
    get reusableBecause() {
      return words.reusableBecause;
    },
    get providerReason() {
      return judgement.providerReason;
    },
    sharedEnd: judgement.sharedEnd,
    chosen: judgement.chosen,
    get breakCost() {
      return breakCost();
    },
  };
}
