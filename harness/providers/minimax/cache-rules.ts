import type { CacheRules, PrefixRules } from "../rules/cache-rules.ts";
import { anthropicRules } from "../anthropic/cache-rules.ts";
import { plainKeys } from "../rules/plain-keys.ts";

const DOC = "[D] platform.minimax.io, explicit and passive caching, 2026";
const minimum = { minimumTokens: 512, stringEqualsTextBlock: true, source: DOC } as const;

/** Marks in the Messages shape on M2, M2.1, M2.5, M2.7: Anthropic's older rule, by which any earlier block can match. */
export const minimaxExplicitRules: CacheRules = {
  ...anthropicRules,
  ...plainKeys,
  provider: "minimax",
  asOf: "2026-11",
  surplusBreakpoints: { value: "refused", source: "[I] the page names a limit of 4 and no overflow" },
  storesEveryBlock: { value: true, source: `${DOC}: 30 blocks marked at 30, block 25 changed, reads 24` },
  unmarkable: anthropicRules.unmarkable,
  ttlMs: { value: { "5m": 300_000 }, source: DOC },
  readableFrom: { value: "first-byte", source: "[I] as on Anthropic's API" },
  models: ["minimax-m2", "minimax-m2.1", "minimax-m2.5", "minimax-m2.7"].map((family) => ({ family, ...minimum })),
  unknownModel: { family: "unknown", ...minimum },
};

/** The cache without breakpoints. Nothing is guaranteed, and the lifetime follows the load. */
export const minimaxPassiveRules: PrefixRules = {
  ...plainKeys,
  provider: "minimax",
  asOf: "2026-11",
  engine: "shared-prefix",
  stepTokens: { value: 1, source: "[I] no unit is documented" },
  heldBackTokens: { value: 0, source: "[I] not documented" },
  answerFreesHeldBack: { value: false, source: "[I] nothing is held back" },
  share: { value: 1, source: `${DOC}: the longest prefix` },
  repeat: { value: "rounded", source: "[I] not documented" },
  keepsAnswer: { value: false, source: "[I] not documented" },
  wholeUnits: { value: false, source: DOC },
  delayMs: { value: 0, source: "[I] not documented" },
  ttlMs: { value: 300_000, source: "[I] as that of the explicit cache; the passive one follows the load" },
  models: [],
  unknownModel: { family: "unknown", ...minimum },
};
