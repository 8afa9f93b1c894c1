import { isUtf8 } from "node:buffer";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { contentStart, validateJson } from "../../wire-scan/validate-json.ts";
import type { Line } from "./each-line.ts";

/** Bytes of the longest piece of JSON that is refused at its start when its end is missing: `\u00e`. */
const longestToken = 5;

/**
 * The value of one line.
 *
 * @throws HarnessError HX202 not JSON, HX203 cut off, HX204 not UTF-8
 */
export function parseLine(bytes: Buffer, line: Line, path: string): unknown {
  // Checked first, since decoding would replace invalid UTF-8 by U+FFFD and hide the changed bytes.
  if (!isUtf8(bytes)) throw lineFault(bytes, line, path);
  try {
    return JSON.parse(bytes.toString("utf8", contentStart(bytes)));
  } catch {
    throw lineFault(bytes, line, path);
  }
}

/** Why the bytes of a line are not a JSON object in UTF-8, with the place of the first fault. */
export function lineFault(bytes: Buffer, line: Line, path: string): HarnessError {
  const fault = validateJson(bytes);
  const offset = fault?.offset ?? 0;
  const where = placeOf(path, line, offset);
  // A cut may fall inside a character, a word such as `false` or an escape such as \u00e9, whose start is the fault.
  if (fault !== null && !line.ended && offset >= bytes.length - longestToken) {
    const what = `line ${line.number}, the last, is cut off`;
    return new HarnessError({ code: "HX203", what, where, fix: "record again, or take the line out", exit: 3 });
  }
  if (!isUtf8(bytes)) {
    const what = `line ${line.number} is not UTF-8`;
    return new HarnessError({ code: "HX204", what, where, fix: "save the recording as UTF-8", exit: 3 });
  }
  return new HarnessError({
    code: "HX202",
    what: `line ${line.number} is not ${fault === null ? "a JSON object" : `JSON: ${fault.what}`}`,
    where,
    fix: "a recording is JSON Lines: one JSON object a line",
    exit: 3,
  });
}

/** How messages name a place in a line; `offset` counts bytes from the line's start. */
export function placeOf(path: string, line: Line, offset: number = 0): string {
  return `${path}, line ${line.number} (byte offset ${line.start + offset})`;
}
