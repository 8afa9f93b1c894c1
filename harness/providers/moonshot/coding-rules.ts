import { automaticCache, everyModel } from "../rules/automatic-cache.ts";
import type { PrefixRules } from "../rules/cache-rules.ts";
import { promptSettings } from "../rules/prompt-settings.ts";

const KIMI = "[S] Leechael/pi-provider-kimi-code, docs/caching.md, about 80 requests";

/** Kimi's coding endpoint: chunks of 256, a repetition reads all. */
export const kimiCodingRules: PrefixRules = {
  ...automaticCache,
  provider: "moonshot",
  asOf: "2026-10",
  stepTokens: { value: 256, source: `${KIMI}: 11272 reads 11008 of 11250` },
  repeat: { value: "all", source: `${KIMI}: 11250 reads 11250, 201 reads 201` },
  // The same requests: key, sampling and effort are ignored.
  settings: promptSettings({ except: ["cache-key", "effort"] }),
  ttlMs: { value: 600_000, source: `${KIMI}: at least 300 s, below 1800 s; between them inferred` },
  unknownModel: { ...everyModel(256, `${KIMI}; the shape is inferred`), stringEqualsTextBlock: true },
};
