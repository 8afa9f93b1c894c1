import { isUtf8 } from "node:buffer";
import { isJsonObject, type JsonObject, parseJson } from "../../kernel/json.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import type { BodyDecoder } from "./body-decoder.ts";
import { scanRootMembers } from "./scan-root-members.ts";

const QUOTE = 0x22;

/** Stands for the body in the text that is parsed. JSON spells it in one way only. */
const STAND_IN = "\u0001";
const SPELLED = "\\u0001";

/**
 * The value of a line with its body as bytes: a Buffer under `member`. The body is most of a line, and neither parsed nor made a text.
 * Null if the line has no such string, is not valid, or is unusual in any way: then the whole line is to be parsed.
 */
export function parseWithBody(bytes: Buffer, member: string, decoder: BodyDecoder): JsonObject | null {
  const start = isUtf8(bytes) ? stringOf(bytes, member) : null;
  const decoded = start === null ? null : decoder.decode(bytes, start + 1);
  if (start === null || decoded === null) return null;
  const { body, end } = decoded;
  const before = bytes.toString("utf8", contentStart(bytes), start);
  const behind = bytes.toString("utf8", end + 1);
  if (before.includes(SPELLED) || behind.includes(SPELLED)) return null;
  const value = parseJson(`${before}"${SPELLED}"${behind}`);
  // JSON.parse reads the last of two members with one name.
  return isJsonObject(value) && value[member] === STAND_IN ? { ...value, [member]: body } : null;
}

/** Where the string of a root member begins; null without such a string. */
function stringOf(bytes: Buffer, member: string): number | null {
  let start: number | null = null;
  scanRootMembers(
    bytes,
    () => false,
    (keyStart, keyEnd, valueStart) => {
      if (bytes[valueStart] !== QUOTE || bytes.toString("latin1", keyStart + 1, keyEnd - 1) !== member) return false;
      start = valueStart;
      return true;
    },
  );
  return start;
}
