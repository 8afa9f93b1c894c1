import type { BreakOrigin } from "./break-origin.ts";
import type { FindingCode } from "../finding.ts";

/** What a break of the prefix, or a cause beside it, costs on one request: against the same request without its causes. */
export type BreakCost = {
  /** Tokens that the request would have read without its causes, and did not read. */
  readonly lostTokens: number;
  /**
   * - `reported` both lengths are the provider's own counters
   * - `anchored` estimated between totals that the provider reported
   * - `estimate` nothing was reported
   */
  readonly grade: "reported" | "anchored" | "estimate";
  /** The prompt as it was served, and as it would have been without the causes: its parent's prefix kept, and what is new behind it. */
  readonly prompt: PromptTokens;
  readonly unbroken: PromptTokens;
  /** Tokens that its parent would have stored as well, where the parent's breakpoints were missing; absent for 0. */
  readonly parentWrites?: number;
  /** What each cause, and each one that it masks, costs alone. */
  readonly causes: readonly CauseCost[];
  readonly model: string | null;
  /** What the prompt cost more than the unbroken one, below 0 where it cost less; null where the model has no price, never 0 for that. */
  readonly usd: number | null;
  /** Whether how long writes are kept was told by nobody: they are priced as kept for minutes, the cheaper. */
  readonly assumesLifetime?: true;
  /** When prices were as they are here, an ISO date: when it was sent, or the day of our price list where nobody recorded it. Null before it was priced. */
  readonly pricesOf: string | null;
};

/** What fixing one cause alone would save, with all others left as they are. */
export type CauseCost = {
  readonly code: FindingCode;
  readonly role: "cause" | "masked";
  /** Who can prevent it; null for a pair by itself, since that depends on how the two stand to each other. */
  readonly origin: BreakOrigin | null;
  /** JSON pointer in the parent's body; null where the finding has no place in a body. */
  readonly pointer: string | null;
  readonly savesTokens: number;
  /** The prompt with all causes, and without this one, by the model of the cache. */
  readonly broken: PromptTokens;
  readonly fixed: PromptTokens;
  /** Null before it was priced, and where the model has no price. */
  readonly savesUsd: number | null;
};

export type PromptTokens = {
  readonly read: number;
  readonly write: number;
  readonly fresh: number;
  /** Of `write`, what is kept for an hour; absent where nothing is written, and where nobody tells. */
  readonly longWrite?: number;
};
