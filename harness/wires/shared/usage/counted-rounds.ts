import type { RecordedResponse } from "../../../kernel/exchange.ts";
import { type JsonObject, isJsonObject, recordAt } from "../../../kernel/json.ts";
import type { SavedUsage } from "./kept-usage.ts";
import { usagesIn } from "./usages-in.ts";

/**
 * The rounds inside one request that its counters cover (harness/providers/FACTS.md#anthropic-usage and harness/providers/FACTS.md#openai-usage).
 *
 * - `one` the prompt of the request alone
 * - `several` a sum over the rounds of tools that run at the provider
 * - `last` the last round behind a compaction
 */
export type CountedRounds = "one" | "several" | "last";

/**
 * Counters of tools and a list of rounds stand in answers without such a tool, too: then they are 0, and the list holds one round. So
 * only what was counted or called says that there were several.
 */
export function countedRounds({
  response,
  usage = null,
}: {
  readonly response: RecordedResponse | null;
  readonly usage?: SavedUsage | null;
}): CountedRounds {
  const kept: readonly JsonObject[] = usage === null ? [] : [usage];
  const usages = response === null ? kept : [...kept, ...usagesIn(response)];
  const rounds = usages.map(roundsOf);
  if (rounds.some((each) => each.some(({ type }) => type === "compaction"))) return "last";
  const isSum = usages.some(countsTools) || rounds.some(({ length }) => length > 1);
  return isSum || (response !== null && callsTools(response.body)) ? "several" : "one";
}

function roundsOf({ iterations }: JsonObject): readonly JsonObject[] {
  const steps: readonly unknown[] = Array.isArray(iterations) ? iterations : [];
  return steps.filter((step) => isJsonObject(step));
}

/** Anthropic counts calls, Gemini the tokens of the prompts behind them. */
function countsTools(usage: JsonObject): boolean {
  const counts = [...Object.values(recordAt(usage, "server_tool_use")), usage["toolUsePromptTokenCount"]];
  return counts.some((count) => typeof count === "number" && count > 0);
}

function callsTools(body: Buffer): boolean {
  return CALLS.some((type) => body.includes(`"${type}"`)) && TYPED.test(body.toString("latin1"));
}

/** Types of calls that the provider answers itself, on Messages and on Responses. */
const CALLS: readonly string[] = [
  "server_tool_use",
  "mcp_tool_use",
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_call",
];

/** Usage counts its tools in a member of the same name. */
const TYPED = new RegExp(`"type"\\s*:\\s*"(?:${CALLS.join("|")})"`);
