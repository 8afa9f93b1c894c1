import { openaiWires, usageOfReads } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";

/** Mistral: in steps of 16; sporadic. */
const cacheRules: PrefixRules = {
  ...automaticCache,
  provider: "mistral",
  asOf: "2026-08",
  stepTokens: { value: 16, source: "[O] 704, 816, 864, 1760" },
  heldBackTokens: { value: 16, source: "[O] 722 reads 704, 837 reads 816, 1783 reads 1760, 253 reads 224" },
  answerFreesHeldBack: { value: true, source: "[O] 837 + 34, then 891 reads 864" },
  keepsAnswer: { value: true, source: "[O] 837 + 34, then 891 reads 864" },
  unknownModel: everyModel(16, "[O] the shortest read is one step"),
};

export const mistral: Provider = {
  name: "mistral",
  hosts: ["mistral.ai"],
  apiHosts: ["api.mistral.ai", "codestral.mistral.ai"],
  wires: openaiWires,
  models: /^(?:mistral|ministral|magistral|codestral|devstral|pixtral)-/i,
  gatewayName: "mistralai",
  caches: [{ name: "mistral", rules: cacheRules }],
  chat: {
    usage: usageOfReads,
    usagePlace: "last-choice",
    omits: ["service_tier", "system_fingerprint", "refusal", "logprobs"],
  },
};
