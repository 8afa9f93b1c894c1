import type { Source } from "../../kernel/source.ts";
import type { CacheRules, ModelRule, ParameterRule } from "../rules/cache-rules.ts";
import { keptByModel } from "../rules/plain-keys.ts";
import { promptSettings } from "../rules/prompt-settings.ts";

const DOC = "[D] platform.claude.com, Prompt caching, October 2026";
const SHAPE = "shape: anthropics/claude-code#93490, Fable 5.1 and Opus 5 miss after string became block, Opus 4 hits";

/** Models before Opus 4.5 and Sonnet 4.6, and Haiku before 5.5 (platform.claude.com, Preserved thinking, September 2026). */
const DROPPING: readonly string[] = [
  "claude-sonnet-4-5",
  "claude-opus-4-1",
  "claude-opus-4",
  "claude-opus-4-0",
  "claude-sonnet-4",
  "claude-sonnet-4-0",
  "claude-haiku-4-5",
  "claude-3-7-sonnet",
];

/** Whether a Claude model leaves out thinking of earlier turns. */
export function dropsOldThinking(family: string): boolean {
  return DROPPING.includes(family);
}

const documented: readonly ParameterRule[] = [
  {
    name: "context_management",
    level: "tools",
    whenOmitted: null,
    source: "[I] Cache diagnostics page lists it; the level is inferred",
  },
  {
    name: "mcp_servers",
    level: "tools",
    whenOmitted: "[]",
    source: "[I] a connected server brings its tools, and any tool definition is in the key",
  },
  {
    name: "container.skills",
    level: "system",
    whenOmitted: "[]",
    source:
      "[D] platform.claude.com, Agent Skills with the API: another list of Skills breaks the cache; the level is inferred",
  },
  { name: "output_format", level: "tools", whenOmitted: null, source: "[I] as output_config.format, its older name" },
  {
    name: "output_config.format",
    level: "tools",
    whenOmitted: null,
    source: "[I] Cache diagnostics page lists it; the level is inferred",
  },
  {
    name: "output_config.effort",
    level: "tools",
    whenOmitted: '"high"',
    source: `${DOC}, worked example: create 3546, then read 0 after a change; tau-subagents#7 on Opus 5, claude-code#61984 on Opus 4.7`,
  },
  { name: "speed", level: "system", whenOmitted: '"standard"', source: DOC },
  {
    name: "tool_choice",
    level: "messages",
    whenOmitted: '{"type":"auto","disable_parallel_tool_use":false}',
    source: `${DOC}; pydantic-ai cassettes, forced to auto keeps 2752 read on tools and system`,
  },
  {
    name: "thinking",
    level: "messages",
    whenOmitted: '{"type":"disabled"}',
    members: ["type", "budget_tokens"],
    limits: ["max_tokens"],
    source: DOC,
  },
];

/** The first party's statements about its own wire format. */
const own: readonly ParameterRule[] = documented.map((rule) => ({ ...rule, dialect: "anthropic-messages" }));

/** The first-party Messages API. */
export const anthropicRules: CacheRules = {
  provider: "anthropic",
  asOf: "2026-10",
  engine: "marked-blocks",
  maxBreakpoints: { value: 4, source: DOC },
  surplusBreakpoints: { value: "refused", source: DOC },
  lookbackPositions: { value: 20, source: DOC },
  storesEveryBlock: { value: false, source: `${DOC}; until February 2026 any earlier block could match` },
  ignoredBreakpoints: { value: [], source: DOC },
  readableFrom: { value: "first-byte", source: DOC },
  renewedFor: { value: "own", source: DOC },
  scopeHeaders: { value: [], source: `${DOC}: organisation and workspace` },
  neededHeaders: { value: [], source: DOC },
  leadingHeaders: { value: [], source: DOC },
  runsShareAPosition: { value: ["tool-use", "tool-result"], source: `${DOC} (first-party since that month)` },
  unmarkable: { value: ["thinking"], source: "[T] @anthropic-ai/sdk 1.12.0: these block types have no cache_control" },
  ttlMs: { value: { "5m": 300_000, "1h": 3_600_000 }, source: DOC },
  defaultTtl: { value: "5m", source: DOC },
  lifetimeParameter: { value: null, source: DOC },
  marksLastBlock: { value: false, source: `${DOC}: a top-level mark asks for it` },
  toolsAreOneBlock: { value: true, source: `${DOC}: name, description, schema, order, count` },
  toolsHashedWithSystem: { value: ["web_search_", "web_fetch_"], source: `${DOC}, table of what invalidates what` },
  unhashedSystemHead: {
    value: "x-anthropic-billing-header:",
    source: "[S] Claude Code rotates it and keeps its hits (anthropics/claude-code#24168)",
  },
  betasInKey: {
    value: [
      "advanced-tool-use",
      "code-execution",
      "computer-use",
      "context-management",
      "fast-mode",
      "interleaved-thinking",
      "mcp-client",
      "output-format",
      "skills",
      "structured-outputs",
      "token-efficient-tools",
      "tool-search-tool",
      "web-fetch",
    ],
    source:
      "[I] Cache diagnostics page lists the set of betas, no level; these change what is rendered, real clients toggle others",
  },
  parameters: [...keptByModel, ...own],
  settings: promptSettings({ except: ["cache-key"] }),
  contents: [
    { bearer: "citations", level: "system", source: DOC },
    { bearer: "image", level: "messages", source: DOC },
  ],
  models: [
    ...rows(512, false, ["claude-fable-5-1", "claude-mythos-5-1", "claude-opus-5-5", "claude-opus-5"], DOC),
    ...rows(512, false, ["claude-sonnet-5-5", "claude-haiku-5-5", "claude-mythos-5"], DOC),
    ...rows(512, false, ["claude-fable-5-2", "claude-mythos-5-2"], "[I] as the 5.1 releases"),
    {
      family: "claude-fable-5",
      minimumTokens: 512,
      stringEqualsTextBlock: false,
      levels: { "output_config.effort": "messages" },
      source: `${DOC}; effort: open-gsd/gsd-core#3151 loses the conversation`,
    },
    {
      family: "claude-sonnet-5",
      minimumTokens: 1024,
      stringEqualsTextBlock: false,
      levels: { "output_config.effort": "messages" },
      source: `${DOC}; effort: anthropics/claude-code#92444 reads 51.3K of 77.8K after a switch`,
    },
    ...rows(1024, true, ["claude-opus-4-8", "claude-sonnet-4-6", "claude-sonnet-4-5", "claude-opus-4-1"], DOC),
    ...rows(1024, true, ["claude-opus-4", "claude-opus-4-0", "claude-sonnet-4", "claude-sonnet-4-0"], DOC),
    ...rows(2048, true, ["claude-opus-4-7", "claude-mythos-preview", "claude-3-5-haiku"], DOC),
    ...rows(4096, true, ["claude-opus-4-6", "claude-opus-4-5", "claude-haiku-4-5"], DOC),
    ...rows(1024, true, ["claude-3-5-sonnet", "claude-3-7-sonnet"], "[O] 1165 and 1733 tokens were cached"),
  ],
  unknownModel: {
    family: "unknown",
    minimumTokens: 1024,
    stringEqualsTextBlock: false,
    source: "[I] the most common minimum, the stricter shape",
  },
};

function rows(
  minimumTokens: number,
  stringEqualsTextBlock: boolean,
  families: readonly string[],
  source: Source,
): readonly ModelRule[] {
  return families.map((family) => ({
    family,
    minimumTokens,
    stringEqualsTextBlock,
    dropsOldThinking: dropsOldThinking(family),
    source: `${source}; ${SHAPE}`,
  }));
}
