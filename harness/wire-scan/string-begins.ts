import { decodeString } from "./decode-string.ts";

/** True where the JSON string whose raw span, quotes included, is [start, end) begins with `text` (plain ASCII). */
export function stringBegins(bytes: Buffer, start: number, end: number, text: string): boolean {
  const head = bytes.toString("latin1", start + 1, Math.min(start + 1 + text.length, end - 1));
  // Only an escape may spell it in other bytes.
  return head === text || (head.includes("\\") && decodeString(bytes, start, end).startsWith(text));
}
