import { bearer, openaiWires } from "../compatible.ts";
import type { LongPrompt, Provider } from "../provider.ts";
import { badRequest, type Refusal } from "../refusal.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { NO_EFFORT } from "../severity-sources.ts";
import { openaiBoundaryRules, openaiClassicRules, openaiCodexRules } from "./cache-rules.ts";

/** Models whose cache reads at boundaries, by name. */
const SINCE_BOUNDARIES = /^gpt-(?:5\.(?:[6-9]|\d\d)|[6-9])/;
const BEFORE = /^(?:gpt-(?:4|5(?:$|-|\.[0-5](?!\d)))|o\d)/;
const IN_KEY = "[D] developers.openai.com, Prompt caching: a setting in the key; another one reads nothing";

/** Recorded on Responses; on Chat as public issues have it. */
function refuseLength({ dialect, tokens, most }: LongPrompt): Refusal {
  const [param, message] =
    dialect === "openai-responses"
      ? ["input", "Your input exceeds the context window of this model. Please adjust your input and try again."]
      : [
          "messages",
          `This model's maximum context length is ${most} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
        ];
  return badRequest(message, param, "context_length_exceeded");
}

export const openai: Provider = {
  name: "openai",
  hosts: ["openai.com", "openai.azure.com"],
  apiHosts: ["api.openai.com", "*.api.openai.com", "*.openai.azure.com"],
  wires: openaiWires,
  inventedWires: openaiWires,
  isWidelyCopied: true,
  // Open weights (`gpt-oss`) are served by many.
  models: /^(?:gpt-(?!oss)|o[134](?:-|$)|codex-|chatgpt-)/i,
  gatewayName: "openai",
  caches: [
    {
      name: "openai-boundaries",
      rules: openaiBoundaryRules,
      applies: ({ model }) => SINCE_BOUNDARIES.test(familyOf(model)),
    },
    { name: "openai", rules: openaiClassicRules },
  ],
  severities: [
    {
      code: "CB604",
      severity: "low",
      source: "earendil-works/pi#3018: the header routes, besides the documented key",
    },
    { code: "CB103", severity: "low", source: NO_EFFORT, models: BEFORE },
    { code: "CB106", severity: "high", source: IN_KEY, models: SINCE_BOUNDARIES },
    { code: "CB107", severity: "high", source: `${IN_KEY}; recorded: read 0, wrote 4,251`, models: SINCE_BOUNDARIES },
  ],
  prices: [
    {
      family: "gpt-6.1-sol",
      // Writes of twelve hours have no published price.
      rates: { input: 2, write: 2.5, longWrite: 2.5, read: 0.1, output: 10 },
      above: { tokens: 272_000, rates: { input: 4, write: 5, longWrite: 5, read: 0.2, output: 15 } },
      source: "developers.openai.com, Pricing, November 2026",
    },
  ],
  // developers.openai.com, Flex processing: the rates of a batch, which are half. Those of priority processing depend on the model.
  tierFactors: { flex: 0.5, batch: 0.5 },
  live: {
    wires: ["openai-responses", "openai-chat"],
    publicUrl: "https://api.openai.com",
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "OPENAI_BASE_URL",
    credential: bearer,
    diagnoses: "openai-responses",
  },
  // The vendor's pages of its models, November 2026.
  promptLimits: [
    { models: /^gpt-5(?:\.[12])?(?:-(?:mini|nano|pro|codex))?$/, tokens: 400_000 },
    { models: /^gpt-(?:5\.6|6)/, tokens: 1_050_000 },
    { models: /^gpt-4\.1/, tokens: 1_047_576 },
    { models: /^gpt-4o/, tokens: 128_000 },
    { models: /^o(?:1|3|3-mini|4-mini)$/, tokens: 200_000 },
  ],
  refuseLength,
};

/** ChatGPT's backend, as Codex asks it with an account: the API's models, behind a path of its own (openai/codex, November 2026). */
export const openaiCodex: Provider = {
  name: "openai-codex",
  hosts: ["chatgpt.com"],
  apiHosts: ["chatgpt.com"],
  wires: ["openai-responses"],
  headers: ["chatgpt-account-id"],
  servesAt: ({ wire, path }) => wire === "openai-responses" && /\/(?:backend-api|codex)\//.test(path),
  caches: [{ name: "openai-codex", rules: openaiCodexRules }],
  priceListName: "openai",
  refuseLength,
};
