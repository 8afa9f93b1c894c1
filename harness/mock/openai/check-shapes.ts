import { type Refusal, badRequest } from "../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../kernel/json.ts";

/**
 * Types of the members outside the conversation, in both wire formats. Wording: recorded for a range of them, and similar for the
 * others.
 */
export function checkTypes(body: JsonObject): Refusal | null {
  for (const [name, is, expected] of TYPES) {
    const value = body[name];
    if (value !== undefined && value !== null && !is(value)) return wrongType(name, expected, value);
  }
  if (body["stream_options"] !== undefined && body["stream_options"] !== null && body["stream"] !== true) {
    return badRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options");
  }
  return null;
}

const isNumber = (value: unknown): boolean => typeof value === "number";
const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isText = (value: unknown): boolean => typeof value === "string";

const TYPES: readonly (readonly [name: string, is: (value: unknown) => boolean, expected: string])[] = [
  ["temperature", isNumber, "a decimal"],
  ["top_p", isNumber, "a decimal"],
  ["max_tokens", isNumber, "an integer"],
  ["max_completion_tokens", isNumber, "an integer"],
  ["max_output_tokens", isNumber, "an integer"],
  ["stream", isBoolean, "a boolean"],
  ["store", isBoolean, "a boolean"],
  ["parallel_tool_calls", isBoolean, "a boolean"],
  ["prompt_cache_key", isText, "a string"],
  ["instructions", isText, "a string"],
  ["tools", Array.isArray, "an array of objects"],
  ["metadata", isJsonObject, "an object"],
];

/** A function's shape; on Chat it stands in a member of its own. Other kinds of tools are only asked for their type. */
export function checkFunctions(tools: unknown, wire: "chat" | "responses"): Refusal | null {
  if (!Array.isArray(tools)) return null;
  for (const [index, tool] of tools.entries()) {
    const place = `tools[${index}]`;
    if (!isJsonObject(tool)) return wrongType(place, "an object", tool);
    if (tool["type"] === undefined) return missing(`${place}.type`);
    if (tool["type"] !== "function") continue;
    const inner = wire === "chat" ? `${place}.function` : place;
    const declared = wire === "chat" ? tool["function"] : tool;
    if (!isJsonObject(declared)) return missing(inner);
    const { name, parameters } = declared;
    if (typeof name !== "string") return missing(`${inner}.name`);
    if (!/^[\w-]{1,64}$/.test(name) && !/^[\w-]+$/.test(name)) {
      return badRequest(
        `Invalid '${inner}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        `${inner}.name`,
        "invalid_value",
      );
    }
    if (parameters === undefined || parameters === null) continue;
    const type = isJsonObject(parameters) ? parameters["type"] : undefined;
    if (isJsonObject(parameters) && (type === "object" || Object.keys(parameters).length === 0)) continue;
    return badRequest(
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(type ?? "None")}'.`,
      `${inner}.parameters`,
      "invalid_function_parameters",
    );
  }
  return null;
}

/** Words that a choice may be; an object names a tool or a set of them. */
export function checkChoice(choice: unknown): Refusal | null {
  if (choice === undefined || choice === null || isJsonObject(choice)) return null;
  if (typeof choice === "string" && ["none", "auto", "required"].includes(choice)) return null;
  return badRequest(
    `Invalid value: '${spelled(choice)}'. Supported values are: 'none', 'auto', and 'required'.`,
    "tool_choice",
    "invalid_value",
  );
}

export function wrongType(place: string, expected: string, value: unknown): Refusal {
  const found =
    value === null
      ? "null"
      : Array.isArray(value)
        ? "an array"
        : `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
  return badRequest(
    `Invalid type for '${place}': expected ${expected}, but got ${found} instead.`,
    place,
    "invalid_type",
  );
}

export function missing(place: string): Refusal {
  return badRequest(`Missing required parameter: '${place}'.`, place, "missing_required_parameter");
}

export function unknownValue(place: string, value: unknown, supported: readonly string[]): Refusal {
  if (value === undefined) return missing(place);
  const values = supported.map((each) => `'${each}'`).join(", ");
  return badRequest(`Invalid value: '${spelled(value)}'. Supported values are: ${values}.`, place, "invalid_value");
}

function spelled(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
