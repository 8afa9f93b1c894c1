import { copiedWires } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel, keyedByTokens } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";
import { tokensAlone } from "./severity-sources.ts";

/** SGLang's radix tree: to the token. */
export const sglangRules: PrefixRules = {
  ...automaticCache,
  provider: "sglang",
  asOf: "2026-08",
  ...keyedByTokens,
  stepTokens: { value: 1, source: "[D] SGLang: page size 1" },
  repeat: { value: "all-but-one", source: "[D] SGLang: the last token is computed" },
  unknownModel: everyModel(1, "[D] SGLang: page size 1"),
};

export const sglang: Provider = {
  name: "sglang",
  hosts: [],
  wires: copiedWires,
  caches: [{ name: "sglang", rules: sglangRules }],
  severities: tokensAlone,
};
