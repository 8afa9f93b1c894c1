import type { BreakOrigin } from "./break-origin.ts";
import type { SaleTerms } from "../text/sold-name.ts";
import type { FindingCode } from "../finding.ts";

/**
 * The cost of a broken prefix, or of a cause outside the prefix, on one request, compared with the same request without its
 * causes.
 */
export type BreakCost = SaleTerms & {
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
  /** The cost of each cause alone, and of each cause that it masks. */
  readonly causes: readonly CauseCost[];
  /** What fixing the causes that were asked for saves together; absent unless some were asked for. */
  readonly fixed?: FixedBreak;
  readonly model: string | null;
  /** The extra cost compared with the unbroken prompt. Below 0 if it cost less. Null (never 0) if the model has no price. */
  readonly usd: number | null;
  /** True if the lifetime of writes is unknown. They are then priced as kept for minutes, the cheaper price. */
  readonly assumesLifetime?: true;
  /**
   * The date of the prices, as an ISO date: when the request was sent, or the day of our price list if no time was recorded. Null
   * before pricing.
   */
  readonly pricesOf: string | null;
};

/** The saving from fixing one cause, with all others unchanged. */
export type CauseCost = {
  readonly code: FindingCode;
  readonly role: "cause" | "masked";
  /**
   * The party that can prevent it. Null for a pair that was judged alone, since that depends on the relation of the two requests.
   */
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

/** A break without some of its causes. */
export type FixedBreak = {
  /** The causes that were fixed here, each once. */
  readonly codes: readonly FindingCode[];
  /** Whether no cause is left. */
  readonly isWhole: boolean;
  /** The prompt with all causes, and without these, by the model of the cache. */
  readonly from: PromptTokens;
  readonly to: PromptTokens;
  readonly savesTokens: number;
  /** Null before it was priced, and where the model has no price. */
  readonly savesUsd: number | null;
};

/** Whether a cause is fixed in a question of what fixes would save together. */
export type Fixes = (code: FindingCode) => boolean;

export type PromptTokens = {
  readonly read: number;
  readonly write: number;
  readonly fresh: number;
  /** The part of `write` that is kept for an hour; absent if nothing is written or the part is unknown. */
  readonly longWrite?: number;
};
