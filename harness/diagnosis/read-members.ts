import type { Envelope } from "../kernel/layout.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";
import { readJson } from "./read-json.ts";

/** The members of a message beside its content, parsed. */
export function readMembers(body: Buffer, { members }: Envelope): JsonObject {
  const text = members.map(({ start, end }) => body.toString("utf8", start, end)).join(",");
  const parsed = readJson(`{${text}}`);
  return isJsonObject(parsed) ? parsed : {};
}
