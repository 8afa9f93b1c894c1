const BACKSLASH = 0x5c;
const BEYOND_ASCII = 0x80;

/** Names and ids are this short. Looking at each byte is cheaper for them than asking for a native search and a decoder. */
const SHORT = 48;

/** The text of the JSON string whose raw span, quotes included, is [start, end). The bytes must be valid JSON and UTF-8. */
export function decodeString(bytes: Buffer, start: number, end: number): string {
  if (end - start <= SHORT && isPlain(bytes, start, end)) return bytes.toString("latin1", start + 1, end - 1);
  const raw = bytes.subarray(start + 1, end - 1);
  if (raw.indexOf(BACKSLASH) === -1) return raw.toString("utf8");
  const text: unknown = JSON.parse(bytes.toString("utf8", start, end));
  return String(text);
}

/** True for ASCII without an escape: the bytes are the text. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === undefined || byte === BACKSLASH || byte >= BEYOND_ASCII) return false;
  }
  return true;
}
