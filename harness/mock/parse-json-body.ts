import { type JsonObject, isJsonObject, parseJson } from "../kernel/json.ts";
import { isUtf8 } from "node:buffer";

/** The object in a body; null if the body is not an object. */
export function parseJsonBody(body: Buffer): JsonObject | null {
  const value = isUtf8(body) ? parseJson(body.toString("utf8")) : undefined;
  return isJsonObject(value) ? value : null;
}

export function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function headerOf(headers: readonly (readonly [string, string])[], wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
