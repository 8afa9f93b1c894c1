import type { TokenFamily } from "./token-family.ts";
import type { Encoding } from "./text-tokenizer.ts";

/** Tokens for each of a prompt's features, in the order of their names. */
export type Rates = readonly number[];

export type FamilyRates = {
  readonly rates: Rates;
  /** The family's own tokenizer, by which its texts can be counted; null if no tokenizer is public. */
  readonly tokenizer: Encoding | null;
  /** Distinct prompts that the rates were fitted to, and the repositories that they were recorded in. */
  readonly prompts: number;
  readonly repositories: number;
};

/** By how much an estimate is off in nine prompts of ten; null where too few were recorded, or in one repository alone. */
export type ErrorMargin = {
  readonly estimated: number | null;
  /** With the family's own tokenizer. */
  readonly tokenized: number | null;
};

export type FittedRates = {
  /** ISO 8601 */
  readonly fitted: string;
  readonly families: Readonly<Record<TokenFamily, FamilyRates & { readonly spread: ErrorMargin }>>;
};
