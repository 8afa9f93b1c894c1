import { liveChat, openaiWires, usageOfReads } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";

const DOC = "[D] inference-docs.cerebras.ai, Prompt Caching";

/** Automatic, in blocks, within one organization. */
const cacheRules: PrefixRules = {
  ...automaticCache,
  provider: "cerebras",
  asOf: "2026-11",
  stepTokens: { value: 128, source: `${DOC}, early 2026: blocks of 128; the page of November 2026 says 100 to 600` },
  ttlMs: { value: 300_000, source: `${DOC}: 5 minutes are guaranteed, up to an hour is possible` },
  unknownModel: everyModel(128, `${DOC}: the shortest read is one block`),
};

/** Serves open weights under names that others use too: only its host says who answered. */
export const cerebras: Provider = {
  name: "cerebras",
  hosts: ["cerebras.ai"],
  apiHosts: ["api.cerebras.ai"],
  wires: openaiWires,
  caches: [{ name: "cerebras", rules: cacheRules }],
  live: liveChat("https://api.cerebras.ai", "CEREBRAS"),
  chat: { usage: usageOfReads, reasoning: "reasoning" },
};
