import { pause } from "../../io/clock.ts";
import type { Budget, Reservation } from "./budget.ts";
import { answeredUsd, exceeds, worstUsd } from "./request-usd.ts";
import type { WorstCase } from "./worst-case.ts";

/** What all processes of a run have spent and reserved together, kept elsewhere. */
export type Ledger = {
  /** Adds an amount unless the sum would exceed `maxUsd`. */
  readonly reserve: (usd: number, maxUsd: number) => Promise<LedgerState & { readonly isReserved: boolean }>;
  /** Replaces a reserved amount by the cost. */
  readonly settle: (reservedUsd: number, costUsd: number) => void;
};

export type LedgerState = {
  readonly committedUsd: number;
  /** Requests under way. */
  readonly open: number;
  /** Changes with every entry. */
  readonly revision: number;
};

/** A request under way may cost less than its worst case. One that says nothing for so long may never end. */
const PATIENCE_MS = 60_000;

const PAUSE_MS = 500;

/** As `Spending`, for processes that share one limit. */
export function sharedSpending(ledger: Ledger, maxUsd: number): Budget {
  const reserveSoon = async (request: WorstCase): Promise<Reservation | string> => {
    const worst = worstUsd(request, maxUsd);
    if (typeof worst === "string") return worst;
    let waitedMs = 0;
    for (let revision = -1; ; waitedMs += PAUSE_MS) {
      const state = await ledger.reserve(worst, maxUsd);
      if (state.isReserved) return reservation(ledger, request, worst);
      if (state.revision !== revision) waitedMs = 0;
      revision = state.revision;
      if (state.open === 0 || waitedMs >= PATIENCE_MS) return exceeds(state.committedUsd + worst, maxUsd);
      await pause(PAUSE_MS);
    }
  };
  return { reserveSoon };
}

function reservation(ledger: Ledger, request: WorstCase, worst: number): Reservation {
  return {
    settle: (usage, atMs, sold) => {
      const costUsd = answeredUsd({ ...request, sold }, usage, atMs);
      ledger.settle(worst, costUsd ?? worst);
      return costUsd;
    },
    release: () => ledger.settle(worst, 0),
  };
}
