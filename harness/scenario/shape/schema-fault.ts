import { type JsonObject, parseJson } from "../../kernel/json.ts";
import { Ajv } from "ajv";

/** Which keyword of a schema (draft-07) fails where in a text, or null if it accepts the text. The loader has found the schema sound. */
export function schemaFault(schema: JsonObject, text: string): string | null {
  const value = parseJson(text);
  if (value === undefined) return "the text is not JSON";
  const validate = new Ajv({ strict: false }).compile(schema);
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  if (error === undefined) return "the schema refuses the text";
  const { keyword, instancePath, message = "" } = error;
  return `the keyword \`${keyword}\` fails at ${instancePath === "" ? "the root" : instancePath}: it ${message}`;
}
