import { isJsonText } from "../../wire-scan/validate-json.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";
import { readJson } from "./read-json.ts";

/**
 * The object that holds the arguments of a tool call (`input` of Anthropic, `args` of Gemini; JSON in a string in the
 * `arguments` of OpenAI's wires): the call itself, or what its wrapper holds.
 */
function holderOf(value: JsonObject): { readonly wrapper: string | null; readonly holder: JsonObject } {
  const isHolder = MEMBERS.some((name) => Object.hasOwn(value, name));
  const wrapper = isHolder ? undefined : WRAPPERS.find((name) => isJsonObject(value[name]));
  const inner = wrapper === undefined ? undefined : value[wrapper];
  return wrapper !== undefined && isJsonObject(inner) ? { wrapper, holder: inner } : { wrapper: null, holder: value };
}

/** The names of tool calls; a call without a name is left out. */
export function callNames(calls: readonly { readonly value: JsonObject }[]): readonly string[] {
  return calls.flatMap(({ value }) => (typeof value["name"] === "string" ? [value["name"]] : []));
}

/** The call with `instead` as its arguments, so that its other members can be compared. */
export function withArguments(value: JsonObject, instead: unknown): JsonObject {
  const { wrapper, holder } = holderOf(value);
  const member = MEMBERS.find((name) => Object.hasOwn(holder, name));
  if (member === undefined) return value;
  const call = { ...holder, [member]: instead };
  return wrapper === null ? call : { ...value, [wrapper]: call };
}

/** The call without the member that holds its arguments. */
export function withoutArguments(value: JsonObject): JsonObject {
  const { wrapper, holder } = holderOf(value);
  const call = Object.fromEntries(Object.entries(holder).filter(([name]) => !MEMBERS.includes(name)));
  return wrapper === null ? call : { ...value, [wrapper]: call };
}

/** The arguments as the wire carries them: an object or a string. */
export function givenArguments(value: JsonObject): unknown {
  const { holder } = holderOf(value);
  const member = MEMBERS.find((name) => Object.hasOwn(holder, name));
  return member === undefined ? undefined : holder[member];
}

/**
 * The arguments as a value, even if a wire format carries them as a string; a string that is not JSON stays a string. Undefined
 * without arguments.
 */
export function argumentsValue(value: JsonObject): unknown {
  const given = givenArguments(value);
  return typeof given === "string" && isJsonText(given) ? readJson(given) : given;
}

/** The raw text of the arguments; empty if the raw block has no arguments. */
export function rawArguments(raw: string): string {
  const bytes = Buffer.from(raw);
  let found = "";
  walkMembers(bytes, 0, (keyStart, keyEnd, start, end) => {
    const name = decodeString(bytes, keyStart, keyEnd);
    if (MEMBERS.includes(name)) found = bytes.toString("utf8", start, end);
    else if (WRAPPERS.includes(name) && bytes[start] === OPEN_BRACE)
      found = rawArguments(bytes.toString("utf8", start, end));
  });
  return found;
}

const OPEN_BRACE = 0x7b;
const MEMBERS: readonly string[] = ["input", "arguments", "args"];
const WRAPPERS: readonly string[] = ["function", "functionCall", "toolUse"];
