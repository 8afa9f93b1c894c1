import type { CacheRules, PrefixRules } from "../cache-rules.ts";
import { plainKeys } from "./plain-keys.ts";

const DOC = "help.aliyun.com Model Studio, Context cache, November 2026";
const minimum = { minimumTokens: 1024, stringEqualsTextBlock: true, source: `${DOC}; the shape is inferred` };

/** Marks on content blocks: the newest four count, and an entry exists from the end of its response on. */
export const dashscopeExplicitRules: CacheRules = {
  ...plainKeys,
  provider: "dashscope",
  asOf: "2026-11",
  engine: "marked-blocks",
  maxBreakpoints: { value: 4, source: DOC },
  surplusBreakpoints: { value: "oldest-dropped", source: DOC },
  lookbackPositions: { value: 20, source: DOC },
  storesEveryBlock: { value: false, source: DOC },
  readableFrom: { value: "end", source: DOC },
  ttlMs: { value: { "5m": 300_000, "1h": 3_600_000 }, source: `${DOC}; 1h: Qwen4 alone` },
  models: [],
  unknownModel: { family: "unknown", ...minimum },
};

/** What is cached without marks; not guaranteed. */
export const dashscopeImplicitRules: PrefixRules = {
  ...plainKeys,
  provider: "dashscope",
  asOf: "2026-11",
  engine: "shared-prefix",
  stepTokens: { value: 1, source: "inferred: no unit is documented" },
  heldBackTokens: { value: 0, source: "inferred" },
  share: { value: 1, source: DOC },
  repeat: { value: "rounded", source: "inferred" },
  keepsAnswer: { value: false, source: "inferred" },
  wholeUnits: { value: false, source: "inferred" },
  delayMs: { value: 0, source: "not documented" },
  ttlMs: { value: 300_000, source: "inferred from the explicit cache" },
  models: [],
  unknownModel: { family: "unknown", ...minimum },
};
