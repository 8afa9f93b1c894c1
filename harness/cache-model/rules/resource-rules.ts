import type { Source } from "../../kernel/source.ts";
import type { Fact, KeyRules } from "../../providers/rules/cache-rules.ts";
import { geminiImplicitRules } from "../../providers/gemini/cache-rules.ts";

/** The rules for prefixes that a caller stores under a name. */
export type ResourceRules = {
  /** How a body becomes lengths; its models have the smallest size. */
  readonly keys: KeyRules;
  readonly defaultTtlMs: Fact<number>;
};

const RECORDED: Source =
  "[O] rig cassettes, gemini-2.5-flash: total_token_count=97, min_total_token_count=1024; the page says as implicit";

/** Gemini's explicit caching. Storage is billed by the token and hour; every use reports exactly the resource's tokens. */
export const geminiResourceRules: ResourceRules = {
  keys: {
    ...geminiImplicitRules,
    models: geminiImplicitRules.models.map((model) =>
      model.family.startsWith("gemini-2.5-") ? { ...model, minimumTokens: 1024, source: RECORDED } : model,
    ),
  },
  defaultTtlMs: {
    value: 3_600_000,
    source: "[D] ai.google.dev, Context caching, October 2026: 1 h where none is given",
  },
};
