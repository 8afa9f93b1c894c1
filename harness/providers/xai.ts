import { openaiWires } from "./compatible.ts";
import type { Provider } from "./provider.ts";
import { automaticCache, everyModel } from "./rules/automatic-cache.ts";
import type { PrefixRules } from "./rules/cache-rules.ts";

const FANTASY = "[O] charmbracelet/fantasy cassettes, August 2026";

/** xAI: in steps of 64, Grok 4 Fast to the token. Hidden prompt makes real reads longer. */
export const xaiRules: PrefixRules = {
  ...automaticCache,
  provider: "xai",
  asOf: "2026-08",
  stepTokens: { value: 64, source: `${FANTASY}: grok-code-fast 506 reads 448` },
  repeat: { value: "all-but-one", source: `${FANTASY}: grok-4-fast 468 reads 467` },
  keepsAnswer: { value: true, source: "[O] loops of grok-4.3 read into the answer of the request before" },
  scopeHeaders: {
    value: [],
    source:
      "[D] docs.x.ai, Prompt caching: x-grok-conv-id only leads a conversation to the server that has its cache; a user with a server of their own may name it here",
  },
  neededHeaders: {
    value: ["x-grok-conv-id"],
    source: "[D] docs.x.ai, Prompt caching, FAQ: to force a miss, omit the header",
  },
  leadingHeaders: {
    value: ["x-grok-conv-id"],
    source: "[D] docs.x.ai, Prompt caching: requests with one ID go to the server that has their conversation",
  },
  models: [
    { family: "grok-4-fast", minimumTokens: 1, stepTokens: 1, stringEqualsTextBlock: false, source: FANTASY },
    {
      family: "grok-4-fast-non-reasoning",
      minimumTokens: 1,
      stepTokens: 1,
      stringEqualsTextBlock: false,
      source: FANTASY,
    },
    {
      family: "grok-4.3",
      minimumTokens: 64,
      stepTokens: 64,
      stringEqualsTextBlock: false,
      source: "[O] 320, 832, 192: multiples of 64",
    },
    {
      family: "grok-4.6",
      minimumTokens: 128,
      stepTokens: 128,
      stringEqualsTextBlock: false,
      source: "[S] apiyi: blocks of 128",
    },
  ],
  unknownModel: everyModel(64, FANTASY),
};

const MODELS = /^grok-(?:\d|code|beta|vision|2|latest)/;

export const xai: Provider = {
  name: "xai",
  hosts: ["x.ai"],
  apiHosts: ["api.x.ai", "*.api.x.ai"],
  wires: openaiWires,
  headers: ["x-grok-conv-id"],
  models: /^grok-/i,
  gatewayName: "x-ai",
  caches: [{ name: "xai", rules: xaiRules }],
  severities: [
    {
      code: "CB601",
      severity: "low",
      source: "[D] docs.x.ai, Prompt caching: on Chat the header x-grok-conv-id routes, not the key",
      dialect: "openai-chat",
    },
    {
      code: "CB604",
      severity: "medium",
      source: "docs.x.ai, Prompt caching: without the header another server may answer",
    },
  ],
  priceListName: "x-ai",
  chat: { reasoning: "reasoning_content" },
  refusals: [
    {
      path: "model",
      test: (model) => !MODELS.test(String(model)),
      words: "Model not found: {value}",
      document: (message) => ({ code: "invalid-argument", error: message }),
      source: "[O] recorded errors",
    },
  ],
};
