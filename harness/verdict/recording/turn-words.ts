import type { Relation } from "../../kernel/breaks/relation.ts";
import type { Finding } from "../../kernel/finding.ts";
import { once } from "../../kernel/memo/once.ts";
import type { JudgementWords } from "../with-cost.ts";

/** Rules are worded for a fork. The next turn of a conversation is not a fork, so its findings speak of a request. */
export function wordedFor(relation: Relation, findings: readonly Finding[]): readonly Finding[] {
  if (isFork(relation)) return findings;
  return findings.map((finding) => {
    const observed = withoutFork(finding.observed);
    return { ...finding, observed, fix: FORKS_ALONE.test(finding.fix) ? finding.fix : withoutFork(finding.fix) };
  });
}

/** The texts of a judgement on a pair that may be a turn and its next one, which is found out only if a text speaks of a fork. */
export function wordedForPair(judgement: JudgementWords, isNextTurn: () => boolean): JudgementWords {
  const isTurn = once(isNextTurn);
  const speaksOfFork = (text: string): boolean => withoutFork(text) !== text;
  return {
    get findings() {
      const { findings } = judgement;
      const isWorded = findings.some(({ observed, fix }) => speaksOfFork(observed) || speaksOfFork(fix)) && isTurn();
      return isWorded ? wordedFor("turn", findings) : findings;
    },
    get reusableBecause() {
      const { reusableBecause } = judgement;
      return reusableBecause.some(speaksOfFork) && isTurn() ? reusableBecause.map(withoutFork) : reusableBecause;
    },
  };
}

/** What only a fork has: its fix cannot be said of another request. */
const FORKS_ALONE = /parent and fork|in the fork|directive|tool filter/;

export function isFork(relation: Relation): boolean {
  return relation === "branch" || relation === "fresh";
}

/** The words of a rule for a request that is not a fork. */
export function withoutFork(text: string): string {
  return text.replaceAll(/\b(the|The) fork\b/g, "$1 request");
}
