// oxlint-disable-next-line import/no-unassigned-import -- it refuses an old Node before what follows fails on it
import "../require-node.ts";
import { expect } from "vitest";

import type { Reusable } from "../../kernel/judgement.ts";
import type { FindingMatcher, FindingName } from "../matchers/check-code.ts";
import type { ExpectedDecision } from "../matchers/to-have-decision.ts";
import type { FirstTurnRatioOptions } from "../matchers/to-have-first-turn-ratio.ts";
import type { NoBreaksOptions } from "../matchers/to-have-no-cache-breaks.ts";
import { matchers } from "../matchers/matchers.ts";
import type { Exchange } from "../../kernel/exchange.ts";

export { matchers } from "../matchers/matchers.ts";
export { acceptBreaks } from "./accept-breaks.ts";
export type { FindingMatcher, FindingName } from "../matchers/check-code.ts";
export type { ExpectedDecision } from "../matchers/to-have-decision.ts";
export type { FirstTurnRatioOptions } from "../matchers/to-have-first-turn-ratio.ts";
export type { NoBreaksOptions } from "../matchers/to-have-no-cache-breaks.ts";

/**
 * The assertions of `import "forkproof/vitest"`. They throw on misuse, also behind `.not`: fewer than two comparable requests, an
 * unknown ratio, an exchange of another wire format, an unknown code.
 */
export type ForkproofMatchers<Result> = {
  /**
   * A fork's first request, or a next turn, starts with its parent's prompt, byte by byte, and the cache can serve it. Takes an
   * exchange. `at`: JSON pointer of the first block of the parent that need not be repeated. `reusable`: what the judgement must
   * say; by default `yes` or `unknown`.
   */
  toShareForkPrefix: (
    parent: Exchange | undefined,
    options?: { readonly at?: string; readonly reusable?: Reusable },
  ) => Result;
  /** No turn and no fork breaks its parent's prefix. Takes a tape, exchanges or an inspection. */
  toHaveNoCacheBreaks: (options?: NoBreaksOptions) => Result;
  /** A finding has this code, slug or asymmetric matcher. Takes an exchange, a judgement, an inspection or a tape. */
  toHaveFinding: (code: FindingName | FindingMatcher) => Result;
  /** The fork's first turn read at least this share of its prompt from the cache. Takes the same; of a tape, every fork must. */
  toHaveFirstTurnRatio: (options: FirstTurnRatioOptions) => Result;
  /** A fork's tool filter decided so on a call. Takes a run result. */
  toHaveDecision: (expected: ExpectedDecision) => Result;
};

declare global {
  namespace Chai {
    // All versions of Vitest build their assertions from it. Their own `Matchers` has other type parameters in each of them.
    interface Assertion extends ForkproofMatchers<void> {}
  }
}

expect.extend({ ...matchers });
