import { CONTENT_ALONE } from "../anthropic/anthropic.ts";
import type { Provider } from "../provider.ts";
import { validationError } from "../refusal.ts";
import { bedrockClaudeRules, bedrockNovaRules } from "./cache-rules.ts";

export const bedrock: Provider = {
  name: "bedrock",
  hosts: ["amazonaws.com"],
  apiHosts: ["bedrock-runtime*.amazonaws.com"],
  wires: ["bedrock-converse"],
  inventedWires: ["bedrock-converse"],
  caches: [
    { name: "bedrock-claude", rules: bedrockClaudeRules, applies: ({ model }) => model.includes("claude") },
    { name: "bedrock-nova", rules: bedrockNovaRules, applies: ({ model }) => model.includes("nova") },
  ],
  severities: CONTENT_ALONE,
  priceListName: "aws",
  promptLimits: [
    { models: /^nova-(?:lite|pro)$/, tokens: 300_000 },
    { models: /^nova-micro$/, tokens: 128_000 },
    { models: /^nova-2-lite$/, tokens: 1_000_000 },
  ],
  // Of Claude on Converse as public issues have it.
  refuseLength: ({ dialect, tokens, most }) =>
    validationError(
      dialect === "bedrock-converse"
        ? "The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again."
        : `prompt is too long: ${tokens} tokens > ${most} maximum`,
    ),
};
