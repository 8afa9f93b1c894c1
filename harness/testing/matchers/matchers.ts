import type { FindingMatcher, FindingName } from "./check-code.ts";
import type { MatcherResult, MatcherState } from "./matcher.ts";
import { refuseOtherCopy } from "../other-copy.ts";
import { type ExpectedDecision, toHaveDecision } from "./to-have-decision.ts";
import { toHaveFinding } from "./to-have-finding.ts";
import { type FirstTurnRatioOptions, toHaveFirstTurnRatio } from "./to-have-first-turn-ratio.ts";
import { type NoBreaksOptions, toHaveNoCacheBreaks } from "./to-have-no-cache-breaks.ts";
import { type SharedPrefixOptions, toShareForkPrefix } from "./to-share-fork-prefix.ts";

type Matcher<Expected extends readonly unknown[]> = (
  this: MatcherState,
  received: unknown,
  ...expected: Expected
) => MatcherResult;

/** For `expect.extend` of any runner with Jest's interface; `forkproof/vitest` does that for Vitest. */
export const matchers: {
  readonly toShareForkPrefix: Matcher<[parent: unknown, options?: SharedPrefixOptions]>;
  readonly toHaveNoCacheBreaks: Matcher<[options?: NoBreaksOptions]>;
  readonly toHaveFinding: Matcher<[code: FindingName | FindingMatcher]>;
  readonly toHaveFirstTurnRatio: Matcher<[options: FirstTurnRatioOptions]>;
  readonly toHaveDecision: Matcher<[expected: ExpectedDecision]>;
} = {
  toShareForkPrefix(received, parent, options) {
    refuseOtherCopy("toShareForkPrefix", [received, parent]);
    return toShareForkPrefix(this, received, parent, options);
  },
  toHaveNoCacheBreaks(received, options) {
    refuseOtherCopy("toHaveNoCacheBreaks", [received]);
    return toHaveNoCacheBreaks(this, received, options);
  },
  toHaveFinding(received, code) {
    refuseOtherCopy("toHaveFinding", [received]);
    return toHaveFinding(this, received, code);
  },
  toHaveFirstTurnRatio(received, options) {
    refuseOtherCopy("toHaveFirstTurnRatio", [received]);
    return toHaveFirstTurnRatio(this, received, options);
  },
  toHaveDecision(received, expected) {
    return toHaveDecision(this, received, expected);
  },
};
