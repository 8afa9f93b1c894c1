import { type JsonObject, parseJson } from "../../kernel/json.ts";
import { Ajv } from "ajv";

/** Whether a text is JSON that the schema (draft-07) accepts. The scenario loader has found the schema itself sound. */
export function matchesSchema(schema: JsonObject, text: string): boolean {
  const value = parseJson(text);
  return value !== undefined && new Ajv({ strict: false }).compile(schema)(value);
}
