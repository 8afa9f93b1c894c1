import { type JsonObject, isJsonObject, jsonOrText } from "../../kernel/json.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import { canonicalJson, plainJson } from "./canonical-json.ts";

/**
 * The model's output, without the parts that a client may rewrite when it sends it back (ids, states, order of members, wrapping
 * of a text): a text, a call with its arguments, or one string of a thought (its words or its seal).
 */
export type WrittenPart = {
  readonly part: "text" | "call" | "thought";
  readonly text: string;
  /** Of a call the same with the very text of each argument that is an object or a list. */
  readonly spelled?: string;
};

/** No wire wraps what was written deeper; a body may nest deeper than calls may. */
const DEEPEST = 8;

/** Members that bear what was written, in the order in which the dialects lay their blocks out. */
const BEARERS = ["content", "parts", "output", "tool_calls"] as const;
const THOUGHTS = ["reasoning_content", "reasoning", "reasoning_details"] as const;
const THOUGHT_TYPES: ReadonlySet<unknown> = new Set(["reasoning", "thinking", "redacted_thinking"]);
/** Members that name a part, or report its progress, are not part of the output. */
const NAMING: ReadonlySet<string> = new Set([
  "id",
  "call_id",
  "type",
  "status",
  "index",
  "format",
  "cache_control",
  "role",
]);

/** The parts of a message, an output item or a block, parsed, as any of the wires spells them. */
export function writtenParts(value: unknown, depth = 0): readonly WrittenPart[] {
  if (typeof value === "string") return [textPart(value)];
  if (depth > DEEPEST) return [{ part: "call", text: canonicalJson(value) }];
  if (Array.isArray(value)) return value.flatMap((each) => writtenParts(each, depth + 1));
  if (!isJsonObject(value)) return [];
  if (THOUGHT_TYPES.has(value["type"]) || value["thought"] === true || "reasoningContent" in value) {
    return thoughtParts(value);
  }
  const call = callOf(value);
  if (call !== null) return [call];
  const said = typeof value["text"] === "string" ? value["text"] : value["refusal"];
  if (typeof said === "string") return [textPart(said)];
  const borne = [...THOUGHTS, ...BEARERS].filter((name) => name in value);
  if (borne.length === 0) return otherPart(value);
  return [
    ...THOUGHTS.flatMap((name) => thoughtParts(value[name])),
    ...BEARERS.flatMap((name) => writtenParts(value[name], depth + 1)),
  ];
}

export function textPart(text: string): WrittenPart {
  return { part: "text", text };
}

/** Arguments are compared as values: clients parse them and write them again. */
export function callPart(name: unknown, given: unknown): WrittenPart {
  const value = typeof given === "string" ? jsonOrText(given) : given;
  const part = { part: "call", text: canonicalJson([name, value]) } as const;
  if (!isJsonObject(value) || !Object.values(value).some(isNested)) return part;
  const written = typeof given === "string" ? given : plainJson(given);
  return { ...part, spelled: canonicalJson([name, spelledMembers(Buffer.from(written))]) };
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The members of an object, of which those that are objects or lists stay text. */
function spelledMembers(json: Buffer): JsonObject {
  const members = new Map<string, unknown>();
  walkMembers(json, json.indexOf("{"), (keyStart, keyEnd, start, end) => {
    const [key, text] = [json.toString("utf8", keyStart, keyEnd), json.toString("utf8", start, end)];
    const value: unknown = JSON.parse(text);
    members.set(String(JSON.parse(key)), isNested(value) ? text : value);
  });
  return Object.fromEntries(members);
}

/** Every string of a thought except its names: one of them, sent back, identifies the thought. */
export function thoughtParts(value: unknown, depth = 0): readonly WrittenPart[] {
  if (typeof value === "string") return value === "" ? [] : [{ part: "thought", text: value }];
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((each) => thoughtParts(each, depth + 1));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => (NAMING.has(name) ? [] : thoughtParts(each, depth + 1)));
}

function callOf(value: JsonObject): WrittenPart | null {
  for (const named of [value["function"], value["functionCall"], value["toolUse"], value]) {
    if (!isJsonObject(named) || typeof named["name"] !== "string") continue;
    const given = named["arguments"] ?? named["args"] ?? named["input"];
    if (given !== undefined) return callPart(named["name"], given);
  }
  return null;
}

/** Whatever else a model made, such as a search of its provider's. */
function otherPart(value: JsonObject): readonly WrittenPart[] {
  const members = Object.entries(value).filter(([name]) => !NAMING.has(name) || name === "type");
  return members.length === 0 ? [] : [{ part: "call", text: canonicalJson(Object.fromEntries(members)) }];
}
