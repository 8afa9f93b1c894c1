import type { Fact, KeyRules } from "./cache-rules.ts";
import { geminiImplicitRules } from "./rules/gemini.ts";

/** What holds of prefixes that a caller stores under a name. */
export type ResourceRules = {
  /** How a body becomes lengths; its models have the smallest size. */
  readonly keys: KeyRules;
  readonly defaultTtlMs: Fact<number>;
};

/** Gemini's explicit caching. Storage is billed by the token and hour; every use reports exactly the resource's tokens. */
export const geminiResourceRules: ResourceRules = {
  keys: geminiImplicitRules,
  defaultTtlMs: {
    value: 3_600_000,
    source: "[D] ai.google.dev, Context caching, October 2026: 1 h where none is given",
  },
};
