import { cutWhiteSpace } from "../compare/pieces.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";

/**
 * The arguments of a tool call: an object (`input` of Anthropic, `args` of Gemini) or JSON in a string (`arguments` of
 * OpenAI's wires, in Chat inside `function`). Undefined where the block carries none.
 */
function callArguments(value: JsonObject): unknown {
  for (const name of MEMBERS) if (Object.hasOwn(value, name)) return value[name];
  for (const name of WRAPPERS) {
    const inner = value[name];
    if (isJsonObject(inner)) return callArguments(inner);
  }
  return undefined;
}

/** The call with `instead` as its arguments: what else it says can be compared then. */
export function withArguments(value: JsonObject, instead: unknown): JsonObject {
  const own = MEMBERS.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return { ...value, [own]: instead };
  const wrapper = WRAPPERS.find((name) => isJsonObject(value[name]));
  const inner = wrapper === undefined ? undefined : value[wrapper];
  return wrapper !== undefined && isJsonObject(inner) ? { ...value, [wrapper]: withArguments(inner, instead) } : value;
}

/** The arguments as a value, also where a wire carries them as a string; a string that is no JSON stays one. */
export function argumentsValue(value: JsonObject): unknown {
  const given = callArguments(value);
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** The bytes of the arguments as text, without white space between tokens; empty where the raw block carries none. */
export function spelledArguments(raw: string): string {
  const bytes = Buffer.from(raw);
  let spelled = "";
  walkMembers(bytes, 0, (keyStart, keyEnd, start, end) => {
    const name = decodeString(bytes, keyStart, keyEnd);
    if (WRAPPERS.includes(name)) spelled = spelledArguments(bytes.toString("utf8", start, end));
    if (!MEMBERS.includes(name)) return;
    const pieces = cutWhiteSpace(bytes, [{ start, end }]);
    spelled = pieces.map((piece) => bytes.toString("utf8", piece.start, piece.end)).join("");
  });
  return spelled;
}

const MEMBERS: readonly string[] = ["input", "arguments", "args"];
const WRAPPERS: readonly string[] = ["function", "functionCall", "toolUse"];
