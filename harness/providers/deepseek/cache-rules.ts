import type { ParameterRule, PrefixRules } from "../rules/cache-rules.ts";
import { keptByModel, plainKeys } from "../rules/plain-keys.ts";
import { promptSettings } from "../rules/prompt-settings.ts";

const USER = "[D] api-docs.deepseek.com, Rate limit and isolation, 2026: user_id keeps KV caches apart";
const DOC = "[D] api-docs.deepseek.com, Context caching, 2026";

const own: readonly ParameterRule[] = [
  { name: "user_id", level: "tools", whenOmitted: null, source: USER },
  { name: "metadata.user_id", level: "tools", whenOmitted: null, source: "[I] what Anthropic's wire calls user_id" },
];

/** On disk, always on: a read is a complete stored unit, floored. */
export const deepseekRules: PrefixRules = {
  ...plainKeys,
  provider: "deepseek",
  asOf: "2026-11",
  engine: "shared-prefix",
  stepTokens: {
    value: 128,
    source: "[O] every v4 hit is floor128 of the common prefix (rig, chatlas, pydantic-ai)",
  },
  heldBackTokens: { value: 0, source: "[O] 5129 reads 5120" },
  answerFreesHeldBack: { value: false, source: "[I] nothing is held back" },
  share: { value: 1, source: DOC },
  repeat: { value: "rounded", source: "[O] 5129 reads 5120" },
  keepsAnswer: { value: true, source: `${DOC}: a unit ends with the answer; recorded: 366 + 63, then 444 reads 384` },
  wholeUnits: { value: true, source: `${DOC}: A+B, then A+C misses and makes A a unit, then A+D reads A` },
  unitTokens: {
    value: 1_024,
    source:
      "[I] the page says fixed token intervals; recorded: 1003 + 85, sent back with other white space, then 1114 reads 1024, and of 838 + 188 no more than 768",
  },
  spellsArguments: {
    value: true,
    source:
      "[O] rig: an answer of 188 with spaces in nested arguments, sent back without, then 1047 is 8 shorter and reads 768",
  },
  delayMs: {
    value: 1_000,
    source: "[O] pydantic-ai cassettes: 366 + 63, then a second later 444 reads 384; the page says seconds",
  },
  ttlMs: { value: 21_600_000, source: "[I] the page says hours to days, this many is inferred" },
  parameters: [...keptByModel, ...own],
  settings: promptSettings({ except: ["cache-key"] }),
  models: ["deepseek-chat", "deepseek-reasoner"].map((family) => ({
    family,
    minimumTokens: 64,
    stepTokens: 64,
    stringEqualsTextBlock: false,
    source: "[O] April 2026: every read is a multiple of 64",
  })),
  unknownModel: {
    family: "unknown",
    minimumTokens: 128,
    stringEqualsTextBlock: false,
    source: "[O] the shortest read is one step",
  },
};

const STEPS = "[O] SWE-agent/mini-swe-agent trajectories of deepseek-chat and deepseek-reasoner, April 2026";

/** DeepSeek's cache before V4: whatever a request shares with an earlier one, in units of 64. */
export const deepseekV3Rules: PrefixRules = {
  ...deepseekRules,
  asOf: "2026-04",
  stepTokens: { value: 64, source: `${STEPS}: each of 7,660 reads is a multiple` },
  keepsAnswer: { value: true, source: `${STEPS}: most reads are those of prompt and answer before` },
  wholeUnits: { value: false, source: `${STEPS}: 88 reads end inside an answer` },
  models: [],
  unknownModel: {
    family: "unknown",
    minimumTokens: 64,
    stringEqualsTextBlock: false,
    source: "[D] DeepSeek API Docs, Context caching, 2024: less than 64 tokens are not cached",
  },
};

/** The same of the model that thinks. */
export const deepseekV3ReasonerRules: PrefixRules = {
  ...deepseekV3Rules,
  heldBackTokens: { value: 1, source: `${STEPS}: 5184, then 6080 reads 5120` },
  keepsAnswer: { value: false, source: `${STEPS}: 379 of 383 reads are those of the prompt before, less a token` },
};
