/** The fields of a fork's OpenTelemetry span. TELEMETRY.md in this folder is generated from them. */

export type Field = {
  readonly name: string;
  readonly type: "string" | "number" | "boolean";
  readonly set: "at the start" | "at the end";
  readonly about: string;
};

export type FieldKey =
  | "operation"
  | "runId"
  | "agentId"
  | "parentAgent"
  | "label"
  | "querySource"
  | "mode"
  | "skipTranscript"
  | "cacheKeyHash"
  | "strategy"
  | "depth"
  | "model"
  | "stop"
  | "turns"
  | "toolCalls"
  | "firstTurnRatio"
  | "inputTokens"
  | "readTokens"
  | "writtenTokens"
  | "outputTokens";

/** The span around a whole run. */
export const spanName = "fork.subagent";

/** Names as the seed has them; those of GenAI as in OpenTelemetry's semantic conventions. */
export const fields: Readonly<Record<FieldKey, Field>> = {
  operation: field("gen_ai.operation.name", "string", "at the start", "Always invoke_agent."),
  runId: field("fork_run_id", "string", "at the start", "Id of the run; on every event too."),
  agentId: field("gen_ai.agent.id", "string", "at the start", "Id of the fork's agent; absent without one."),
  parentAgent: field(
    "parent_agent",
    "string",
    "at the start",
    "Id of the agent that forked. Without one, run id of the fork that started this one; absent where the top agent did.",
  ),
  label: field("fork_label", "string", "at the start", "The caller's name for the fork."),
  querySource: field("query_source", "string", "at the start", "The feature that asked for the fork."),
  mode: field("mode", "string", "at the start", "Sync or ForkAndForget."),
  skipTranscript: field("skip_transcript", "boolean", "at the start", "Whether the run leaves no transcript."),
  cacheKeyHash: field(
    "cache_key_hash",
    "string",
    "at the start",
    "16 hex digits over the parent's model, tools and system.",
  ),
  strategy: field("fork_strategy", "string", "at the start", "How the history was seeded."),
  depth: field("fork_depth", "number", "at the start", "1 for a fork of the top agent."),
  model: field("gen_ai.request.model", "string", "at the start", "The model; absent where the parent's is unknown."),
  stop: field("fork_stop", "string", "at the end", "The stop cause. On error the span's status is an error too."),
  turns: field("fork_turns", "number", "at the end", "Requests that were sent."),
  toolCalls: field("fork_tool_calls", "number", "at the end", "Tool calls that were decided on."),
  firstTurnRatio: field(
    "fork_first_turn_ratio",
    "number",
    "at the end",
    "Cache read of the first turn's prompt, 0 to 1; absent where unknown, as every counter below.",
  ),
  inputTokens: field("gen_ai.usage.input_tokens", "number", "at the end", "All prompt tokens: read, written, fresh."),
  readTokens: field("gen_ai.usage.cache_read.input_tokens", "number", "at the end", "Of those, served by the cache."),
  writtenTokens: field(
    "gen_ai.usage.cache_creation.input_tokens",
    "number",
    "at the end",
    "Of those, stored in the cache.",
  ),
  outputTokens: field("gen_ai.usage.output_tokens", "number", "at the end", "Tokens of all answers."),
};

export type EventSpec = { readonly name: string; readonly level: "warn" | "debug"; readonly about: string };

export const cacheBreak: EventSpec = {
  name: "fork.cache_break_detected",
  level: "warn",
  about:
    "The first turn read less than half of its prompt from the cache, though the parent's prefix is long enough for the model to cache it. Not sent where a counter is unknown.",
};

export const toolDenied: EventSpec = {
  name: "fork.tool_filter",
  level: "debug",
  about: "The filter denied a tool call.",
};

/** Below this share of the first turn's prompt, `fork.cache_break_detected` is set. */
export const warnBelowRatio = 0.5;

function field(name: string, type: Field["type"], set: Field["set"], about: string): Field {
  return { name, type, set, about };
}
