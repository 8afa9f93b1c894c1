import type { PrefixRules } from "../rules/cache-rules.ts";
import { plainKeys } from "../rules/plain-keys.ts";

const DOC = "[D] forum.moonshot.ai, Context caching upgrade, September 2026";
const NOT_TOLD = "[I] not documented";

/**
 * Moonshot's own platform since K3: the longest prefix, automatically, kept as long as the request asks. Each write is reported
 * and billed.
 */
export const kimiPlatformRules: PrefixRules = {
  ...plainKeys,
  provider: "moonshot",
  asOf: "2026-10",
  engine: "shared-prefix",
  lifetimeParameter: { value: "prompt_cache_options.ttl", source: DOC },
  stepTokens: { value: 1, source: "[I] no unit is documented; the coding endpoint's is 256" },
  heldBackTokens: { value: 0, source: NOT_TOLD },
  answerFreesHeldBack: { value: false, source: "[I] nothing is held back" },
  share: { value: 1, source: `${DOC}: the longest prefix` },
  repeat: { value: "all", source: "[I] as on the coding endpoint" },
  keepsAnswer: { value: false, source: NOT_TOLD },
  wholeUnits: { value: false, source: NOT_TOLD },
  tellsWrites: {
    value: true,
    source: `${DOC}: writes are an item of their own; that all that was not read is written is inferred`,
  },
  delayMs: { value: 0, source: NOT_TOLD },
  ttlMs: { value: 300_000, source: `${DOC}: 5m where nothing is asked` },
  namedTtlMs: { value: { "5m": 300_000, "1h": 3_600_000 }, source: DOC },
  models: [],
  unknownModel: {
    family: "unknown",
    minimumTokens: 256,
    stringEqualsTextBlock: true,
    source: "[I] as on the coding endpoint; the shape is inferred",
  },
};

/** The same on Anthropic's wire, where the mark at the top of the body names the lifetime. */
export const kimiPlatformMessagesRules: PrefixRules = {
  ...kimiPlatformRules,
  lifetimeParameter: { value: "cache_control.ttl", source: `${DOC}: only the mark at the top counts on this wire` },
};
