import { copiedWires } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel, keyedByTokens } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";
import { tokensAlone } from "./severity-sources.ts";

/** llama.cpp's server: to the token, and an extension reads the prompt before. */
const cacheRules: PrefixRules = {
  ...automaticCache,
  provider: "llama-cpp",
  asOf: "2026-08",
  ...keyedByTokens,
  stepTokens: { value: 1, source: "[O] rig cassettes: an appended turn reads the prompt before" },
  repeat: { value: "all-but-one", source: "[O] rig cassettes: 2825 reads 2824" },
  unknownModel: everyModel(1, "[O] rig cassettes: to the token"),
};

export const llamaCpp: Provider = {
  name: "llama-cpp",
  hosts: [],
  wires: copiedWires,
  caches: [{ name: "llama-cpp", rules: cacheRules }],
  severities: tokensAlone,
};
