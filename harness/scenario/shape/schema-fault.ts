import { Ajv, type ValidateFunction } from "ajv";
import type { Examiners, SchemaFault } from "../expectations/output/examine-matcher.ts";
import { type JsonObject, parseJson } from "../../kernel/json.ts";

type MatchesPattern = Examiners["matchesPattern"];

/**
 * Which keyword of a sound schema (draft-07) fails where in a text, or null if it accepts the text. Its patterns are left to
 * `matchesPattern`, which stops a slow one.
 */
export function schemaFault(matchesPattern: MatchesPattern, schema: JsonObject, text: string): SchemaFault | null {
  const value = parseJson(text);
  if (value === undefined) return refused("the text is not JSON");
  const slow: string[] = [];
  const validate = compile(schema, (pattern, each) => {
    if (slow.includes(pattern)) return false;
    const found = matchesPattern(pattern, each);
    if (found === "too slow") slow.push(pattern);
    return found === "matches";
  });
  const accepts = validate(value);
  if (slow[0] !== undefined) {
    const text = `the pattern /${slow[0]}/u of the schema did not end in time; rewrite it without nested repetition`;
    return { text, isTooSlow: true };
  }
  if (accepts) return null;
  const [error] = validate.errors ?? [];
  if (error === undefined) return refused("the schema refuses the text");
  const { keyword, instancePath, message = "" } = error;
  return refused(
    `the keyword \`${keyword}\` fails at ${instancePath === "" ? "the root" : instancePath}: it ${message}`,
  );
}

function refused(text: string): SchemaFault {
  return { text, isTooSlow: false };
}

/** Why this is not a schema that can be checked: an unknown keyword, format or reference, or a wrong value; null for a sound one. */
export function unsoundSchema(schema: JsonObject): string | null {
  try {
    compile(schema, () => false);
    return null;
  } catch (fault) {
    return fault instanceof Error
      ? fault.message.replaceAll(/^strict mode: | ignored in schema at path.*/g, "")
      : String(fault);
  }
}

/** An unknown keyword would check nothing. */
function compile(schema: JsonObject, matches: (pattern: string, text: string) => boolean): ValidateFunction {
  const regExp = (pattern: string, flags: string) => {
    // Throws for an invalid pattern, as the compiler expects.
    void new RegExp(pattern, flags);
    return { test: (text: string): boolean => matches(pattern, text) };
  };
  const engine = Object.assign(regExp, { code: "new RegExp" });
  const options = { strictSchema: true, strictTypes: false, strictTuples: false, strictRequired: false } as const;
  return new Ajv({ ...options, allowUnionTypes: true, logger: false, code: { regExp: engine } }).compile(schema);
}
