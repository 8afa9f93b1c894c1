import type { ModelRule, PrefixRules, Source } from "./cache-rules.ts";
import { keptByModel, plainKeys } from "./plain-keys.ts";
import { promptSettings } from "./prompt-settings.ts";

const NOT_TOLD = "[I] not documented";

/** What most automatic caches have in common; each of those below says what it changes. */
const automatic: Omit<PrefixRules, "provider" | "asOf" | "stepTokens" | "unknownModel"> = {
  ...plainKeys,
  engine: "shared-prefix",
  heldBackTokens: { value: 0, source: NOT_TOLD },
  answerFreesHeldBack: { value: false, source: NOT_TOLD },
  share: { value: 1, source: NOT_TOLD },
  repeat: { value: "rounded", source: NOT_TOLD },
  keepsAnswer: { value: false, source: NOT_TOLD },
  wholeUnits: { value: false, source: NOT_TOLD },
  delayMs: { value: 0, source: NOT_TOLD },
  ttlMs: { value: 600_000, source: "[I] not documented" },
  models: [],
};

const KIMI = "[S] Leechael/pi-provider-kimi-code, docs/caching.md, about 80 requests";

/** Kimi's coding endpoint: chunks of 256, a repetition reads all. */
export const moonshotRules: PrefixRules = {
  ...automatic,
  provider: "moonshot",
  asOf: "2026-10",
  stepTokens: { value: 256, source: `${KIMI}: 11272 reads 11008 of 11250` },
  repeat: { value: "all", source: `${KIMI}: 11250 reads 11250, 201 reads 201` },
  // The same requests: key, sampling and effort are ignored.
  parameters: [...keptByModel, ...promptSettings({ except: ["cache-key", "effort"] })],
  ttlMs: { value: 600_000, source: `${KIMI}: at least 300 s, below 1800 s; between them inferred` },
  unknownModel: { ...unknown(256, `${KIMI}; the shape is inferred`), stringEqualsTextBlock: true },
};

const FANTASY = "[O] charmbracelet/fantasy cassettes, August 2026";

/** Z.ai's GLM: to the token, like a radix tree. */
export const zaiRules: PrefixRules = {
  ...automatic,
  provider: "zai",
  asOf: "2026-11",
  stepTokens: { value: 1, source: `${FANTASY}: 267 reads 173` },
  repeat: { value: "all-but-one", source: `${FANTASY}: 173 reads 172` },
  keepsAnswer: {
    value: true,
    source: "[O] 18 of 18 recorded follow-ups of an agent read more than the prompt before, November 2026",
  },
  needsThinking: {
    value: true,
    source: "[I] fantasy: 267 reads exactly the 173 of the prompt before, whose thinking was not sent back",
  },
  unknownModel: unknown(1, FANTASY),
};

/** xAI: in steps of 64, Grok 4 Fast to the token. Hidden prompt makes real reads longer. */
export const xaiRules: PrefixRules = {
  ...automatic,
  provider: "xai",
  asOf: "2026-08",
  stepTokens: { value: 64, source: `${FANTASY}: grok-code-fast 506 reads 448` },
  repeat: { value: "all-but-one", source: `${FANTASY}: grok-4-fast 468 reads 467` },
  keepsAnswer: { value: true, source: "[O] loops of grok-4.3 read into the answer of the request before" },
  scopeHeaders: {
    value: [],
    source:
      "[D] docs.x.ai, Prompt caching: x-grok-conv-id only leads a conversation to the server that has its cache; whoever has a server each may name it here",
  },
  neededHeaders: {
    value: ["x-grok-conv-id"],
    source: "[D] docs.x.ai, Prompt caching, FAQ: to force a miss, omit the header",
  },
  models: [
    { family: "grok-4-fast", minimumTokens: 1, stepTokens: 1, stringEqualsTextBlock: false, source: FANTASY },
    {
      family: "grok-4-fast-non-reasoning",
      minimumTokens: 1,
      stepTokens: 1,
      stringEqualsTextBlock: false,
      source: FANTASY,
    },
    {
      family: "grok-4.3",
      minimumTokens: 64,
      stepTokens: 64,
      stringEqualsTextBlock: false,
      source: "[O] 320, 832, 192: multiples of 64",
    },
    {
      family: "grok-4.6",
      minimumTokens: 128,
      stepTokens: 128,
      stringEqualsTextBlock: false,
      source: "[S] apiyi: blocks of 128",
    },
  ],
  unknownModel: unknown(64, FANTASY),
};

/** Mistral: in steps of 16; sporadic. */
export const mistralRules: PrefixRules = {
  ...automatic,
  provider: "mistral",
  asOf: "2026-08",
  stepTokens: { value: 16, source: "[O] 704, 816, 864, 1760" },
  heldBackTokens: { value: 16, source: "[O] 722 reads 704, 837 reads 816, 1783 reads 1760, 253 reads 224" },
  answerFreesHeldBack: { value: true, source: "[O] 837 + 34, then 891 reads 864" },
  keepsAnswer: { value: true, source: "[O] 837 + 34, then 891 reads 864" },
  unknownModel: unknown(16, "[O] the shortest read is one step"),
};

/** Groq: in steps of 256, best effort. */
export const groqRules: PrefixRules = {
  ...automatic,
  provider: "groq",
  asOf: "2026-08",
  stepTokens: { value: 256, source: "[O] 1792 of 1795, 256 of 336" },
  unknownModel: unknown(256, "[O] the shortest read is one step"),
};

/** Servers that keep a prefix by its tokens alone: no key of the caller's parts it, and no tier. */
const ofTokens = [...keptByModel, ...promptSettings({ except: ["cache-key", "speed"] })];

/** vLLM's automatic prefix caching: full blocks of 16, the last token always computed. */
export const vllmRules: PrefixRules = {
  ...automatic,
  provider: "vllm",
  asOf: "2026-08",
  stepTokens: { value: 16, source: "[D] vLLM, automatic prefix caching: default block size" },
  repeat: { value: "all-but-one", source: "[D] vLLM: lookup is capped at n - 1 tokens; 512 reads 496" },
  parameters: [
    ...ofTokens,
    {
      name: "cache_salt",
      level: "tools",
      whenOmitted: null,
      source: "[D] vLLM: the salt is part of the first block's hash",
    },
  ],
  unknownModel: unknown(16, "[D] vLLM: full blocks alone"),
};

/** SGLang's radix tree: to the token. */
export const sglangRules: PrefixRules = {
  ...automatic,
  provider: "sglang",
  asOf: "2026-08",
  parameters: ofTokens,
  stepTokens: { value: 1, source: "[D] SGLang: page size 1" },
  repeat: { value: "all-but-one", source: "[D] SGLang: the last token is computed" },
  unknownModel: unknown(1, "[D] SGLang: page size 1"),
};

/** llama.cpp's server: to the token, and an extension reads the prompt before. */
export const llamaCppRules: PrefixRules = {
  ...automatic,
  provider: "llama-cpp",
  asOf: "2026-08",
  parameters: ofTokens,
  stepTokens: { value: 1, source: "[O] rig cassettes: an appended turn reads the prompt before" },
  repeat: { value: "all-but-one", source: "[O] rig cassettes: 2825 reads 2824" },
  unknownModel: unknown(1, "[O] rig cassettes: to the token"),
};

function unknown(minimumTokens: number, source: Source): ModelRule {
  return { family: "unknown", minimumTokens, stringEqualsTextBlock: false, source };
}
