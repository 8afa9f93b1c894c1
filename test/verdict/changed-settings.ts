import type { Exchange, Header } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { wireExchange } from "../support/wire-bodies.ts";

export type Json = { readonly [name: string]: unknown };

/** A model of a provider on a wire format. */
export type RequestTarget = readonly [dialect: DialectName, provider: string, model: string];

export const asked: readonly RequestTarget[] = [
  ...["gpt-4o", "gpt-5", "gpt-5.4", "gpt-5.5", "o3", "gpt-5.6-sol", "gpt-6-sol", "gpt-6.1-terra"].flatMap(
    (model): readonly RequestTarget[] => [
      ["openai-chat", "openai", model],
      ["openai-responses", "openai", model],
    ],
  ),
  ["openai-responses", "openai-codex", "gpt-5.5"],
  ["openai-responses", "openai-codex", "gpt-5.6-sol"],
  ["openai-chat", "deepseek", "deepseek-v4-flash"],
  ["anthropic-messages", "deepseek", "deepseek-v4-flash"],
  ["openai-chat", "dashscope", "qwen3-max"],
  ["openai-responses", "dashscope", "qwen3-max"],
  ["openai-chat", "moonshot", "kimi-for-coding"],
  ["openai-chat", "moonshot", "moonshot-v1"],
  ["openai-chat", "moonshot", "kimi-k3"],
  ["anthropic-messages", "moonshot", "kimi-k3.1-pro"],
  ["openai-chat", "zai", "glm-4.6"],
  ["openai-chat", "xai", "grok-4.3"],
  ["openai-responses", "xai", "grok-4.3"],
  ["openai-chat", "mistral", "mistral-small-latest"],
  ["openai-chat", "groq", "openai/gpt-oss-120b"],
  ["openai-chat", "vllm", "qwen3-8b"],
  ["openai-chat", "sglang", "qwen3-8b"],
  ["openai-chat", "llama-cpp", "qwen3-8b"],
  ["openai-chat", "minimax", "MiniMax-M2.5"],
  ["anthropic-messages", "minimax", "MiniMax-M2.5"],
  ...["claude-sonnet-4-5", "claude-sonnet-5", "claude-opus-5", "claude-haiku-5-5"].map((model): RequestTarget => [
    "anthropic-messages",
    "anthropic",
    model,
  ]),
  ["anthropic-messages", "bedrock", "anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["bedrock-converse", "bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["bedrock-converse", "bedrock", "us.amazon.nova-lite-v1:0"],
  ["gemini-generate", "gemini", "gemini-2.5-flash"],
  ...["anthropic/claude-sonnet-4.5", "openai/gpt-5.5", "openai/gpt-5.6-sol", "z-ai/glm-4.6"].map(
    (model): RequestTarget => ["openai-chat", "openrouter", model],
  ),
];

const budget = (tokens: number): Json => ({ type: "enabled", budget_tokens: tokens });

/** Values of parameters, between which a child may change; a parameter may be left out, too. */
export const settings: Readonly<Record<string, readonly unknown[]>> = {
  thinking: [
    { type: "disabled" },
    budget(4_000),
    budget(16_000),
    { type: "adaptive" },
    { ...budget(4_000), display: "x" },
  ],
  enable_thinking: [true, false],
  thinking_budget: [1_000],
  reasoning_effort: ["low", "medium", "high"],
  reasoning: [{ effort: "low" }, { effort: "medium", summary: "auto" }],
  output_config: [{ effort: "low" }, { effort: "high" }, { format: { type: "json_schema", schema: {} } }],
  tool_choice: [
    "auto",
    "none",
    "required",
    ...["auto", "any"].map((type) => ({ type })),
    { type: "function", function: { name: "a" } },
    { type: "auto", disable_parallel_tool_use: true },
    { type: "allowed_tools", tools: [] },
    { type: "tool", name: "a" },
  ],
  parallel_tool_calls: [true, false],
  speed: ["standard", "fast"],
  service_tier: ["auto", "default", "flex", "priority"],
  response_format: [{ type: "text" }, { type: "json_object" }],
  text: [{ format: { type: "text" } }, { format: { type: "json_object" } }, { verbosity: "low" }],
  verbosity: ["medium", "low"],
  output_format: [{ type: "json_schema" }],
  web_search_options: [{}],
  context_management: [{ edits: [] }],
  mcp_servers: [[], [{ name: "x" }]],
  container: [{ skills: [] }, { skills: [{ skill_id: "x" }] }, { id: "c" }],
  prompt: [{ id: "p" }, { id: "p", version: "2" }],
  promptVariables: [{ a: { text: "b" } }],
  prompt_cache_key: ["a", "b"],
  session_id: ["a", "b"],
  max_tokens: [100, 8_000, 20_000],
  temperature: [0],
  metadata: [{ user_id: "u" }, { user_id: "v" }],
  user_id: ["u", "v"],
  stream: [true],
  prompt_cache_retention: ["24h"],
  cache_salt: ["a", "b"],
  generationConfig: [
    { temperature: 0 },
    { thinkingConfig: { thinkingBudget: 9 } },
    { responseMimeType: "application/json" },
  ],
  generation_config: [{ thinking_config: { thinking_budget: 9 } }],
  toolConfig: [
    ...["AUTO", "NONE"].map((mode) => ({ functionCallingConfig: { mode } })),
    ...[{ auto: {} }, { any: {} }].map((toolChoice) => ({ toolChoice })),
  ],
  cachedContent: ["a", "b"],
  additionalModelRequestFields: [
    { thinking: budget(4_000) },
    { output_config: { effort: "low" } },
    { top_k: 3 },
    { anthropic_beta: ["interleaved-thinking-2025-05-14"] },
  ],
  inferenceConfig: [{ maxTokens: 100 }],
  performanceConfig: [{ latency: "standard" }, { latency: "optimized" }],
  serviceTier: [{ type: "default" }, { type: "flex" }],
  outputConfig: [{ textFormat: { type: "json_schema" } }],
  anthropic_beta: [["interleaved-thinking-2025-05-14"], ["fallback-credit-2026-06-01"]],
  model: ["another-model-9"],
};

/** Headers that a child may send or leave out. */
export const headers: readonly Header[] = [
  ["anthropic-beta", "interleaved-thinking-2025-05-14"],
  ["anthropic-beta", "fallback-credit-2026-06-01"],
  ["session-id", "s1"],
  ["session-id", "s2"],
  ["thread-id", "t"],
  ["openai-organization", "o"],
  ["chatgpt-account-id", "c"],
  ["x-dashscope-session-cache", "enable"],
  ["x-dashscope-cachecontrol", "enable"],
  ["x-grok-conv-id", "g"],
];

const mark = { cache_control: { type: "ephemeral" } };
const words = (count: number, about: string): string =>
  `${about} changed since the last review, and why? `.repeat(count);

/** What a conversation says, so that parts of it can change. */
export type Talk = { readonly tool: string; readonly system: string; readonly first: string };

export const talk: Talk = { tool: words(40, "What"), system: words(40, "Who"), first: words(230, "How much") };

/** A request of a conversation: its first turn, or that and what was answered and asked behind it. All that can be marked is. */
export function bodyOf([dialect, , model]: RequestTarget, { tool, system, first }: Talk, turns: 1 | 2): Json {
  const later = turns === 1 ? [] : ["It has.", words(20, "Which part")];
  const isMarked = /claude|nova/.test(model);
  const role = (at: number): string => (at % 2 === 0 ? "user" : dialect === "gemini-generate" ? "model" : "assistant");
  const said = [first, ...later];
  switch (dialect) {
    case "anthropic-messages":
      return {
        model,
        max_tokens: 9_000,
        tools: [{ name: "a", description: tool, input_schema: { type: "object" }, ...mark }],
        system: [{ type: "text", text: system, ...mark }],
        messages: said.map((text, at) => ({
          role: role(at),
          content: [{ type: "text", text, ...(at !== 1 && mark) }],
        })),
      };
    case "openai-chat": {
      const content = (text: string): unknown => (isMarked ? [{ type: "text", text, ...mark }] : text);
      return {
        model,
        tools: [{ type: "function", function: { name: "a", description: tool, parameters: { type: "object" } } }],
        messages: [
          { role: "system", content: content(system) },
          ...said.map((text, at) => ({ role: role(at), content: at === 1 ? text : content(text) })),
        ],
      };
    }
    case "openai-responses":
      return {
        model,
        instructions: system,
        tools: [{ type: "function", name: "a", description: tool, parameters: { type: "object" } }],
        input: said.map((content, at) => ({ role: role(at), content })),
      };
    case "gemini-generate":
      return {
        systemInstruction: { parts: [{ text: system }] },
        tools: [{ functionDeclarations: [{ name: "a", description: tool }] }],
        contents: said.map((text, at) => ({ role: role(at), parts: [{ text }] })),
      };
    case "bedrock-converse": {
      const point = { cachePoint: { type: "default" } };
      return {
        system: [{ text: system }, point],
        messages: said.map((text, at) => ({ role: role(at), content: at === 1 ? [{ text }] : [{ text }, point] })),
      };
    }
  }
}

/** A request with a body; where the wire format has the model in the path, it stands there. */
export function sentTo(
  [dialect, , model]: RequestTarget,
  id: string,
  body: Json,
  more: Partial<Exchange> = {},
): Exchange {
  const exchange = wireExchange(dialect, JSON.stringify(body), id);
  const path = exchange.path.replace(/(?<=\/models?\/)[^/:]+/, encodeURIComponent(model));
  return { ...exchange, path, ...more };
}
