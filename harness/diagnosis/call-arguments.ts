import { cutWhiteSpace } from "../compare/pieces.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";
import { readJson } from "./read-json.ts";

const OPEN_BRACE = 0x7b;

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

/** The call with `instead` as its arguments: what else it says can be compared then. */
export function withArguments(value: JsonObject, instead: unknown): JsonObject {
  const { wrapper, holder } = holderOf(value);
  const member = MEMBERS.find((name) => Object.hasOwn(holder, name));
  if (member === undefined) return value;
  const call = { ...holder, [member]: instead };
  return wrapper === null ? call : { ...value, [wrapper]: call };
}

/**
 * The arguments as a value, also where a wire carries them as a string; a string that is no JSON stays one. Undefined
 * where the block carries none.
 */
export function argumentsValue(value: JsonObject): unknown {
  const { holder } = holderOf(value);
  const member = MEMBERS.find((name) => Object.hasOwn(holder, name));
  const given = member === undefined ? undefined : holder[member];
  return typeof given === "string" && isJson(given) ? readJson(given) : given;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of the arguments as text, without white space between tokens; empty where the raw block carries none. */
export function spelledArguments(raw: string): string {
  const bytes = Buffer.from(raw);
  let spelled = "";
  const spell = (start: number, end: number): void => {
    const pieces = cutWhiteSpace(bytes, [{ start, end }]);
    spelled = pieces.map((piece) => bytes.toString("utf8", piece.start, piece.end)).join("");
  };
  walkMembers(bytes, 0, (keyStart, keyEnd, start, end) => {
    const name = decodeString(bytes, keyStart, keyEnd);
    if (MEMBERS.includes(name)) spell(start, end);
    else if (WRAPPERS.includes(name) && bytes[start] === OPEN_BRACE) {
      walkMembers(bytes, start, (innerStart, innerEnd, from, to) => {
        if (MEMBERS.includes(decodeString(bytes, innerStart, innerEnd))) spell(from, to);
      });
    }
  });
  return spelled;
}

const MEMBERS: readonly string[] = ["input", "arguments", "args"];
const WRAPPERS: readonly string[] = ["function", "functionCall", "toolUse"];
