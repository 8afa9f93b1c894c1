import type { JsonObject } from "../kernel/json.ts";
import type { FilterForm } from "./filter-form.ts";

/** A fork to run. */
export type ForkSection = {
  readonly subject: Subject;
  readonly label: string | null;
  /** The directive. Null only for a command, which may have its own. */
  readonly prompt: string | null;
  readonly maxTurns: number | null;
  /** All must allow a call; none: every call is allowed. */
  readonly filter: readonly FilterForm[];
  /** The first that matches a call answers it. */
  readonly tools: readonly ToolStub[];
  readonly siblings: Siblings;
  /** The caller aborts this long after the fork's first request, in virtual time. */
  readonly abortAfterMs: number | null;
};

/** Whose fork is tested. Paths are as the scenario spells them. */
export type Subject =
  | { readonly kind: "strategy"; readonly strategy: string; readonly options: StrategyOptions }
  | { readonly kind: "module"; readonly path: string }
  | { readonly kind: "command"; readonly command: readonly string[] };

/** Of all strategies; the schema lets each have its own alone. What is left out has the strategy's own default. */
export type StrategyOptions = {
  /** placeholder-results: end the turn with an acknowledgement and a word to begin. */
  readonly acknowledge?: boolean;
  /** placeholder-results: send the open calls without their arguments. */
  readonly blankArguments?: boolean;
  /** append-tool-result: which of the parent's open calls asked for this fork, from 1. */
  readonly call?: number;
  /** snapshot-query: how many of the parent's last elements are kept. */
  readonly window?: number;
  /** snapshot-query. */
  readonly tools?: "kept" | "emptied";
  /** last-n-turns: how many of the user's turns are kept. */
  readonly turns?: number;
  /** last-n-turns: what stands before them. */
  readonly context?: string;
};

export type ToolStub = {
  readonly name: string;
  /** Members that a call's arguments must have; null for any call. */
  readonly input: JsonObject | null;
  readonly outcome: "returns" | "fails";
  readonly text: string;
};

export type Siblings = { readonly count: number; readonly start: "after-first-byte" | "together" };
