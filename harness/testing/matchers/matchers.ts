import type { MatcherResult, MatcherState } from "./matcher.ts";
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
  readonly toHaveFinding: Matcher<[code: unknown]>;
  readonly toHaveFirstTurnRatio: Matcher<[options: FirstTurnRatioOptions]>;
  readonly toHaveDecision: Matcher<[expected: ExpectedDecision]>;
} = {
  toShareForkPrefix(received, parent, options) {
    return toShareForkPrefix(this, received, parent, options);
  },
  toHaveNoCacheBreaks(received, options) {
    return toHaveNoCacheBreaks(this, received, options);
  },
  toHaveFinding(received, code) {
    return toHaveFinding(this, received, code);
  },
  toHaveFirstTurnRatio(received, options) {
    return toHaveFirstTurnRatio(this, received, options);
  },
  toHaveDecision(received, expected) {
    return toHaveDecision(this, received, expected);
  },
};
