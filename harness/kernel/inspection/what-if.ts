import type { FixedBreak } from "../breaks/break-cost.ts";
import type { FindingCode } from "../finding.ts";

/** The document that `simulate --fix --json` prints: a recording with some of its causes fixed. */
export type WhatIf = {
  readonly schema: "forkproof/what-if@1";
  /** The codes that are fixed; null for every cause of the client. */
  readonly fixes: readonly FindingCode[] | null;
  /** The requests that the fixes change, in the recording's order. */
  readonly exchanges: readonly FixedExchange[];
  readonly totals: {
    readonly requests: number;
    readonly changed: number;
    readonly savesTokens: number;
    /** Null if no request has a price. */
    readonly beforeUsd: number | null;
    readonly afterUsd: number | null;
    /** Null if requests change and no change has a price. */
    readonly savesUsd: number | null;
    readonly areEstimates: boolean;
  };
};

export type FixedExchange = {
  readonly id: string;
  readonly fixed: Omit<FixedBreak, "savesTokens" | "savesUsd">;
  readonly savesTokens: number;
  /** What it cost, and would have cost; null without a price. */
  readonly beforeUsd: number | null;
  readonly afterUsd: number | null;
  readonly savesUsd: number | null;
};
