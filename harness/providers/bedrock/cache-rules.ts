import type { Source } from "../../kernel/source.ts";
import type { CacheRules, ModelRule, ParameterRule } from "../rules/cache-rules.ts";
import { anthropicRules, dropsOldThinking } from "../anthropic/cache-rules.ts";
import { keptByModel } from "../rules/plain-keys.ts";

const TOOL_CHOICE = "toolConfig.toolChoice";
const DOC = "[D] docs.aws.amazon.com, Bedrock prompt caching, 2026";

/** Claude on Bedrock, Converse and InvokeModel: the first party's cache with the older lookback and its own minimums. */
export const bedrockClaudeRules: CacheRules = {
  ...anthropicRules,
  provider: "bedrock",
  asOf: "2026-10",
  scopeHeaders: { value: [], source: "[D] platform.claude.com: on Bedrock the organisation alone" },
  runsShareAPosition: {
    value: [],
    source: "[D] platform.claude.com, Prompt caching: runs share a position on the first-party API alone",
  },
  parameters: [
    ...anthropicRules.parameters,
    converse("messages", "[O] pydantic-ai cassettes: forced to auto keeps 2752 of tools and system"),
  ],
  models: [
    ...rows(512, ["claude-opus-5"], DOC, false),
    {
      family: "claude-sonnet-5",
      minimumTokens: 1024,
      stringEqualsTextBlock: false,
      levels: {
        "output_config.effort": "messages",
        "additionalModelRequestFields.output_config.effort": "messages",
      },
      source: `${DOC}; effort and shape as on the first-party API`,
    },
    ...rows(1024, ["claude-opus-4-8", "claude-sonnet-4-6", "claude-sonnet-4-5", "claude-sonnet-4"], DOC),
    ...rows(1024, ["claude-opus-4-1", "claude-opus-4", "claude-3-7-sonnet"], "[I] as on the first-party API"),
    ...rows(4096, ["claude-haiku-4-5", "claude-opus-4-5", "claude-opus-4-6", "claude-opus-4-7"], DOC),
  ],
  unknownModel: {
    family: "unknown",
    minimumTokens: 1024,
    stringEqualsTextBlock: false,
    source: "[I] the most common minimum, the stricter shape",
  },
};

const novaChoice = converse("tools", "[O] pydantic-ai cassettes: 2492 written twice for two tool choices, then read");

/** Amazon Nova on Bedrock: the tool choice separates even the system checkpoint. */
export const bedrockNovaRules: CacheRules = {
  ...bedrockClaudeRules,
  parameters: [...keptByModel, novaChoice],
  models: rows(
    1024,
    ["nova-micro", "nova-lite", "nova-pro", "nova-premier", "nova-2-lite"],
    "[I] the most common minimum",
  ),
};

function converse(level: "tools" | "messages", source: Source): ParameterRule {
  return { name: TOOL_CHOICE, dialect: "bedrock-converse", level, whenOmitted: '{"auto":{}}', source };
}

function rows(
  minimumTokens: number,
  families: readonly string[],
  source: Source,
  stringEqualsTextBlock = true,
): readonly ModelRule[] {
  return families.map((family) => ({
    family,
    minimumTokens,
    stringEqualsTextBlock,
    dropsOldThinking: dropsOldThinking(family),
    source,
  }));
}
