const BACKSLASH = 0x5c;

/** The text of the JSON string whose raw span, quotes included, is [start, end). The bytes must be valid JSON and UTF-8. */
export function decodeString(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.subarray(start + 1, end - 1);
  if (raw.indexOf(BACKSLASH) === -1) return raw.toString("utf8");
  const text: unknown = JSON.parse(bytes.toString("utf8", start, end));
  return String(text);
}
