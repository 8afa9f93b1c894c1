import type { Layout } from "../kernel/layout.ts";

/** Says how many tokens each part of a prompt is. */
export type TokenCounter = {
  /** An estimate is called one wherever its numbers are shown. */
  readonly grade: "estimate" | "exact";
  /**
   * `promptBytes` has one number for each unit to count: its bytes that are prompt, without breakpoints and without white space
   * between tokens; 0 for a unit outside the prompt. The units are the layout's from `from` on, by default the first. `model` is
   * the request's, from its body or from outside it.
   */
  readonly count: (layout: Layout, promptBytes: readonly number[], model: string, from?: number) => TokenCounts;
};

/**
 * Whole numbers. A unit's count may depend on its prompt, on the model and on what stands before it; never on what follows
 * or on breakpoints: otherwise one prefix would have two lengths.
 */
export type TokenCounts = {
  /** Tokens before the first block, which no request of this model goes without: a provider's own prompt. */
  readonly head: number;
  /** One number for each unit that was to be counted, in their order. */
  readonly units: readonly number[];
  /** Tokens behind the last block that no breakpoint can cover. */
  readonly trailer: number;
  /**
   * The inputs of the counts of messages in addition to the model, their bytes and the units before them; left out if there are
   * no others.
   */
  readonly basis?: string;
};
