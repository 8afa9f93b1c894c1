import type { SaleTerms } from "../../kernel/text/sold-name.ts";
import type { Usage } from "../../kernel/usage.ts";
import type { WorstCase } from "./worst-case.ts";

/** A request that may be sent: its worst case is reserved until its cost is known. One of the two is called once. */
export type Reservation = {
  /** Its cost in USD on the terms of its answer; null if unknown, and then the whole worst case counts against the limit. */
  readonly settle: (usage: Usage | null, atMs: number, sold: SaleTerms) => number | null;
  /** It has cost nothing: it was refused, or never sent. */
  readonly release: () => void;
};

/** What live requests may cost. */
export type Budget = {
  /** Reserves the worst case of a request; else why it may not be sent. Waits while requests under way might cost less than theirs. */
  readonly reserveSoon: (request: WorstCase) => Promise<Reservation | string>;
};
