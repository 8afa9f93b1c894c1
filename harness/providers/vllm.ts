import { copiedWires } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel, keyedByTokens } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";
import { tokensAlone } from "./severity-sources.ts";

/** vLLM's automatic prefix caching: full blocks of 16, the last token always computed. */
export const vllmRules: PrefixRules = {
  ...automaticCache,
  provider: "vllm",
  asOf: "2026-08",
  stepTokens: { value: 16, source: "[D] vLLM, automatic prefix caching: default block size" },
  repeat: { value: "all-but-one", source: "[D] vLLM: lookup is capped at n - 1 tokens; 512 reads 496" },
  ...keyedByTokens,
  parameters: [
    ...keyedByTokens.parameters,
    {
      name: "cache_salt",
      level: "tools",
      whenOmitted: null,
      source: "[D] vLLM: the salt is part of the first block's hash",
    },
  ],
  unknownModel: everyModel(16, "[D] vLLM: full blocks alone"),
};

export const vllm: Provider = {
  name: "vllm",
  hosts: [],
  wires: copiedWires,
  caches: [{ name: "vllm", rules: vllmRules }],
  severities: tokensAlone,
};
