import type { Provider, SeverityRow } from "../provider.ts";
import { invalidRequest } from "../refusal.ts";
import { anthropicRules } from "./cache-rules.ts";
import { prices } from "./prices.ts";

/** Claude's caches find entries by content: neither the caller's key nor another tier costs anything. */
export const CONTENT_ALONE: readonly SeverityRow[] = (["CB601", "CB602"] as const).map((code) => ({
  code,
  severity: "none",
  source: "[D] platform.claude.com, Prompt caching: entries are found by content alone",
}));

const BEFORE_REGIONAL_PRICES = /claude-(?:[23]|instant|(?:opus|sonnet)-4(?:-[01])?(?:$|[@-]\d{8}))/;

export const anthropic: Provider = {
  name: "anthropic",
  hosts: ["anthropic.com"],
  apiHosts: ["api.anthropic.com"],
  wires: ["anthropic-messages", "openai-chat"],
  inventedWires: ["anthropic-messages"],
  models: /^claude-/i,
  modelsAreResold: true,
  gatewayName: "anthropic",
  caches: [{ name: "anthropic", rules: anthropicRules }],
  severities: CONTENT_ALONE,
  prices,
  // platform.claude.com, Pricing: Vertex adds a tenth at regional and multi-region endpoints since Sonnet 4.5.
  regionalUplift: (model) => (BEFORE_REGIONAL_PRICES.test(model) ? 1 : 1.1),
  // platform.claude.com, Pricing: batches cost half, inference in the US a tenth more. The price of fast mode depends on the model.
  tierFactors: { batch: 0.5, us: 1.1 },
  live: {
    wires: ["anthropic-messages"],
    publicUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    urlVariable: "ANTHROPIC_BASE_URL",
    credential: (key) => ["x-api-key", key],
    diagnoses: "anthropic-messages",
  },
  // Recorded of Haiku 4.5; others: the vendor's pages of its models, November 2026.
  promptLimits: [
    { models: /^claude-(?:2|3|instant|(?:opus|sonnet|haiku)-4(?:-[0-5])?$)/, tokens: 200_000 },
    { models: /^claude-(?:(?:opus|sonnet)-4-[6-8]|(?:opus|sonnet|fable|mythos)-5(?:-\d)?)$/, tokens: 1_000_000 },
  ],
  refuseLength: ({ tokens, most }) => invalidRequest(`prompt is too long: ${tokens} tokens > ${most} maximum`),
};
