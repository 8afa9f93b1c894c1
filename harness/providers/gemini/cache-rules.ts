import type { ModelRule, PrefixRules } from "../rules/cache-rules.ts";
import { plainKeys } from "../rules/plain-keys.ts";

const DOC = "[D] ai.google.dev, Context caching, October 2026";

/** Implicit caching: an opaque part of the shared prefix. Good for inequalities, not for numbers. */
export const geminiImplicitRules: PrefixRules = {
  ...plainKeys,
  provider: "gemini",
  asOf: "2026-10",
  engine: "shared-prefix",
  stepTokens: { value: 1, source: "[O] no unit was seen" },
  heldBackTokens: { value: 0, source: "[I] not documented" },
  answerFreesHeldBack: { value: false, source: "[I] nothing is held back" },
  share: { value: 0.82, source: "[I] of 2.5-flash 3765 of 4612, 3747 of 4463 were seen" },
  repeat: { value: "rounded", source: "[O] a repeat reads 3765 of 4612" },
  keepsAnswer: { value: false, source: "[I] not documented" },
  wholeUnits: { value: false, source: "[I] not documented" },
  delayMs: { value: 0, source: "[I] not documented" },
  ttlMs: { value: 3_600_000, source: "[I] at most 24 h are reported" },
  models: [
    ...rows(4096, ["gemini-3.8-flash", "gemini-3.7-flash", "gemini-3.6-flash", "gemini-3.5-flash", "gemini-3.1-pro"]),
    ...rows(4096, ["gemini-4-argon"]),
    ...rows(2048, ["gemini-2.5-flash", "gemini-2.5-pro"]),
  ],
  unknownModel: {
    family: "unknown",
    minimumTokens: 2048,
    stringEqualsTextBlock: false,
    source: "[I] the lowest",
  },
};

function rows(minimumTokens: number, families: readonly string[]): readonly ModelRule[] {
  return families.map((family) => ({ family, minimumTokens, stringEqualsTextBlock: false, source: DOC }));
}
