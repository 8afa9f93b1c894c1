import { copiedWires, liveChat, usageOfReads } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";

const FANTASY = "[O] charmbracelet/fantasy cassettes, August 2026";

/** Z.ai's GLM: to the token, like a radix tree. */
const cacheRules: PrefixRules = {
  ...automaticCache,
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
  unknownModel: everyModel(1, FANTASY),
};

export const zai: Provider = {
  name: "zai",
  hosts: ["z.ai", "bigmodel.cn"],
  apiHosts: ["api.z.ai", "open.bigmodel.cn"],
  wires: copiedWires,
  models: /^glm-/i,
  gatewayName: "z-ai",
  caches: [{ name: "zai", rules: cacheRules }],
  live: liveChat("https://api.z.ai/api/paas", "ZAI"),
  chat: { usage: usageOfReads, usagePlace: "last-choice", reasoning: "reasoning_content" },
};
