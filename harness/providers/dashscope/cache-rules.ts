import type { CacheRules, KeyRules, PrefixRules } from "../rules/cache-rules.ts";
import { plainKeys } from "../rules/plain-keys.ts";

const DOC = "[D] help.aliyun.com Model Studio, Context cache, November 2026";
const HEADERS: Pick<KeyRules, "neededHeaders"> = {
  neededHeaders: {
    value: ["x-dashscope-cachecontrol", "x-dashscope-session-cache"],
    source: `[S] QwenLM/qwen-code sends the first for marks to be heeded; ${DOC}: the second asks for the session cache`,
  },
};
const minimum = { minimumTokens: 1024, stringEqualsTextBlock: true, source: `${DOC}; the shape is inferred` } as const;

/** Marks on content blocks: the newest four count, and an entry exists from the end of its response on. */
export const dashscopeExplicitRules: CacheRules = {
  ...plainKeys,
  ...HEADERS,
  provider: "dashscope",
  asOf: "2026-11",
  engine: "marked-blocks",
  maxBreakpoints: { value: 4, source: DOC },
  surplusBreakpoints: { value: "oldest-dropped", source: DOC },
  lookbackPositions: { value: 20, source: DOC },
  storesEveryBlock: { value: false, source: DOC },
  excludesAutomatic: { value: true, source: `${DOC}: a request uses the explicit cache or the implicit one` },
  ignoredBreakpoints: {
    value: ["tools"],
    source: `${DOC}: tools are written into the system message, marks on them ignored`,
  },
  readableFrom: { value: "end", source: DOC },
  renewedFor: { value: "own", source: DOC },
  ttlMs: { value: { "5m": 300_000, "1h": 3_600_000 }, source: `${DOC}; 1h: Qwen4 alone` },
  models: [],
  unknownModel: { family: "unknown", ...minimum },
};

/**
 * Qwen4: two lifetimes, of which a read renews the one that it asks for itself. On Anthropic's wire its automatic mode is the mark at
 * the top of the body. How a request on Chat asks for it is in no source at hand: a rule file may say that all requests do.
 */
export const dashscopeQwen4Rules: CacheRules = {
  ...dashscopeExplicitRules,
  marksLastBlock: {
    value: false,
    source:
      "[I] automatic caching sets a breakpoint at the end of the input for a request that asks for it; that no request does is inferred",
  },
  renewedFor: { value: "asked", source: "[D] help.aliyun.com Model Studio, Qwen4 explicit cache, 16 November 2026" },
};

/**
 * Responses with the header `x-dashscope-session-cache: enable`: a conversation that continues by `previous_response_id` is
 * cached up to its last block by the explicit cache's rules. Of the counters only the read is reported.
 */
export const dashscopeSessionRules: CacheRules = {
  ...dashscopeExplicitRules,
  marksLastBlock: {
    value: true,
    source: `${DOC}: session cache, set by the server; that it is the last block is inferred`,
  },
};

/** The cache without breakpoints; not guaranteed. */
export const dashscopeImplicitRules: PrefixRules = {
  ...plainKeys,
  ...HEADERS,
  provider: "dashscope",
  asOf: "2026-11",
  engine: "shared-prefix",
  stepTokens: { value: 1, source: "[I] no unit is documented" },
  heldBackTokens: { value: 0, source: "[I] not documented" },
  answerFreesHeldBack: { value: false, source: "[I] nothing is held back" },
  share: { value: 1, source: DOC },
  repeat: { value: "rounded", source: "[I] not documented" },
  keepsAnswer: { value: false, source: "[I] not documented" },
  wholeUnits: { value: false, source: "[I] not documented" },
  delayMs: { value: 0, source: "[I] not documented" },
  ttlMs: { value: 300_000, source: "[I] as that of the explicit cache" },
  models: ["glm-4.5", "glm-4.6", "glm-5", "minimax-m2", "minimax-m2.5", "minimax-m3"].map((family) => ({
    ...minimum,
    family,
    minimumTokens: 512,
    source: `${DOC}: 512 for hosted GLM and MiniMax`,
  })),
  unknownModel: { family: "unknown", ...minimum },
};
