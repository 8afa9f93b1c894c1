import { openaiWires, usageOfReads } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";

/** Groq: in steps of 256, best effort. */
const cacheRules: PrefixRules = {
  ...automaticCache,
  provider: "groq",
  asOf: "2026-11",
  ttlMs: {
    value: 7_200_000,
    source: "[D] console.groq.com, Prompt Caching, November 2026: expires after 2 hours without use",
  },
  stepTokens: { value: 256, source: "[O] 1792 of 1795, 256 of 336" },
  unknownModel: everyModel(256, "[O] the shortest read is one step"),
};

/** Models of other vendors behind their names, and the sizes of Llama and its likes that Groq has had. */
const MODELS =
  /^(?:(?:openai|qwen|moonshotai|meta-llama|groq|canopylabs|playai)\/[\w.-]+|llama-?\d(?:\.\d)?-\d+b-(?:versatile|instant|specdec|preview|\w+-preview|\d+)|gemma2?-\d+b-it|(?:deepseek-r1-distill|qwen|mistral-saba|mixtral|allam|compound-beta)[\w.-]*)$/;

export const groq: Provider = {
  name: "groq",
  hosts: ["groq.com"],
  apiHosts: ["api.groq.com"],
  wires: openaiWires,
  // The base path of api.groq.com, and of Azure and Bedrock for models of OpenAI's (`openai.gpt-oss-120b`).
  servesAt: ({ wire, path, model }) =>
    openaiWires.includes(wire) &&
    path.startsWith("/openai/v1/") &&
    !/^(?:openai\.|gpt-|o[134](?:-|$)|chatgpt-|codex-)/i.test(model),
  caches: [{ name: "groq", rules: cacheRules }],
  // console.groq.com, Flex Processing: the price of on-demand processing.
  tierFactors: { flex: 1 },
  chat: {
    usage: (counters) => (counters.read === 0 ? {} : usageOfReads(counters)),
    usagePlace: "both",
    reasoning: "reasoning",
    omits: ["refusal"],
  },
  refusals: [
    {
      path: "model",
      test: (model) => !MODELS.test(String(model)),
      words: "The model `{value}` does not exist or you do not have access to it.",
      status: 404,
      code: "model_not_found",
      document: (message) => ({ error: { message, type: "invalid_request_error", code: "model_not_found" } }),
      source: "[O] recorded errors",
    },
  ],
};
