import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";
import { checkStrictTools } from "./check-strict-tools.ts";

/** Members that a request may have (@anthropic-ai/sdk 1.12.0, beta included), and those that Bedrock's invoke adds. */
const MEMBERS: ReadonlySet<string> = new Set(
  (
    "anthropic_beta anthropic_version billing_policy cache_control compaction container context_management diagnostics " +
    "fallback_credit_token fallbacks inference_geo max_tokens mcp_servers messages metadata model output_config output_format " +
    "service_tier speed stop_sequences stream system temperature thinking thread tool_choice tools top_k top_p user_profile_id workspace_id"
  ).split(" "),
);

const TOOL_MEMBERS: ReadonlySet<string> = new Set(
  "allowed_callers cache_control defer_loading description eager_input_streaming input_examples input_schema name strict type".split(
    " ",
  ),
);

/**
 * The shape of a request's own members: the provider's schema refuses these before it reads the conversation. Wording: recorded
 * (recorded-errors) and harness/providers/FACTS.md#anthropic-refusals; otherwise like similar refusals.
 */
export function checkMembers(body: JsonObject): Refusal | null {
  const strange = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (strange !== undefined) return extra(strange);
  const { system, stream } = body;
  if (system !== undefined && typeof system !== "string" && !Array.isArray(system)) return misshapen("system");
  if (stream !== undefined && stream !== null && typeof stream !== "boolean") {
    return invalidRequest("stream: Input should be a valid boolean");
  }
  return checkRanges(body) ?? checkMark(body, "") ?? checkTools(body["tools"]) ?? checkChoice(body);
}

/** A mark where one may stand: `{ "type": "ephemeral" }` or null. Its lifetime is checked with the order of all marks. */
export function checkMark(bearer: JsonObject, place: string): Refusal | null {
  const mark = bearer["cache_control"];
  if (mark === undefined || mark === null) return null;
  const where = place === "" ? "cache_control" : `${place}.cache_control`;
  if (!isJsonObject(mark)) return misshapen(where);
  if (mark["type"] === undefined) return invalidRequest(`${where}.type: Field required`);
  return mark["type"] === "ephemeral" ? null : invalidRequest(`${where}.type: Input should be 'ephemeral'`);
}

/** As recorded of messages and schemas. */
export function misshapen(place: string): Refusal {
  return invalidRequest(`${place}: Input does not match the expected shape.`);
}

export function extra(place: string): Refusal {
  return invalidRequest(`${place}: Extra inputs are not permitted`);
}

function checkRanges(body: JsonObject): Refusal | null {
  for (const name of ["temperature", "top_p"]) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "number") return invalidRequest(`${name}: Input should be a valid number`);
    if (value < 0 || value > 1) return invalidRequest(`${name}: range: 0..1`);
  }
  return null;
}

function checkTools(tools: unknown): Refusal | null {
  if (tools === undefined || tools === null) return null;
  if (!Array.isArray(tools)) return misshapen("tools");
  for (const [index, tool] of tools.entries()) {
    const place = `tools.${index}`;
    if (!isJsonObject(tool)) return misshapen(place);
    const fault = checkTool(tool, place) ?? checkMark(tool, place) ?? checkDeferred(tool);
    if (fault !== null) return fault;
  }
  return checkStrictTools(tools);
}

/** A deferred tool that is not loaded yet cannot be cached (Wei-Shaw/sub2api#4990). */
function checkDeferred({ name, defer_loading: defers, cache_control: mark }: JsonObject): Refusal | null {
  if (defers !== true || mark === undefined || mark === null) return null;
  return invalidRequest(
    `Tool '${String(name)}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
  );
}

/** The provider's own tools have dated types, of which new ones come all the time. */
function checkTool(tool: JsonObject, place: string): Refusal | null {
  const { type = "custom", name, input_schema: schema } = tool;
  if (type !== null && type !== "custom") {
    if (typeof type === "string" && /^(?:mcp_toolset|[a-z0-9_]+_\d{8})$/.test(type)) return null;
    return unknownTag(place, type, "'bash_20250124', 'custom', 'text_editor_20250728', 'web_search_20260318', …");
  }
  const custom = `${place}.custom`;
  if (typeof name !== "string") return invalidRequest(`${custom}.name: Field required`);
  if (!/^[\w-]{1,128}$/.test(name)) {
    return invalidRequest(`${custom}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  }
  if (schema === undefined) return invalidRequest(`${custom}.input_schema: Field required`);
  if (!isJsonObject(schema)) return misshapen(`${custom}.input_schema`);
  if (schema["type"] === undefined) return invalidRequest(`${custom}.input_schema.type: Field required`);
  if (schema["type"] !== "object") return invalidRequest(`${custom}.input_schema.type: Input should be 'object'`);
  const strange = Object.keys(tool).find((member) => !TOOL_MEMBERS.has(member));
  return strange === undefined ? null : extra(`${custom}.${strange}`);
}

function checkChoice({ tool_choice: choice, tools }: JsonObject): Refusal | null {
  if (choice === undefined || choice === null) return null;
  if (!isJsonObject(choice)) return misshapen("tool_choice");
  const type = choice["type"];
  if (!["auto", "any", "tool", "none"].some((each) => each === type)) {
    return unknownTag("tool_choice", type, "'any', 'auto', 'none', 'tool'");
  }
  if (!Array.isArray(tools) || tools.length === 0) {
    return invalidRequest("tool_choice may only be specified while providing tools.");
  }
  if (type !== "tool" || tools.some((tool) => isJsonObject(tool) && tool["name"] === choice["name"])) return null;
  return invalidRequest(`Tool '${String(choice["name"])}' not found in provided tools`);
}

export function unknownTag(place: string, found: unknown, expected: string): Refusal {
  if (typeof found !== "string") return invalidRequest(`${place}.type: Field required`);
  return invalidRequest(
    `${place}: Input tag '${found}' found using 'type' does not match any of the expected tags: ${expected}`,
  );
}
