import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { readNumber } from "./exact-number.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** A container whose end was not seen yet; `key` names the member of an object that is read next. */
type OpenContainer = { readonly into: unknown[] } | { readonly into: Record<string, unknown>; key: string | null };

/**
 * The value of a valid JSON text. Unlike JSON.parse, it distinguishes numbers that fall on one double, and holds -0 and 0
 * for one. Depth costs no stack. Of a name that is written twice the last value counts.
 */
export function readJson(text: string): unknown {
  const bytes = Buffer.from(text);
  const open: OpenContainer[] = [];
  let root: unknown;
  const place = (value: unknown): void => {
    const within = open.at(-1);
    if (within === undefined) root = value;
    else if (!("key" in within)) within.into.push(value);
    else if (within.key !== null) {
      within.into[within.key] = value;
      within.key = null;
    }
  };
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? SPACE;
    if (byte === QUOTE) {
      const end = skipString(bytes, at);
      const string = decodeString(bytes, at, end);
      const within = open.at(-1);
      if (within !== undefined && "key" in within && within.key === null) within.key = string;
      else place(string);
      at = end;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const opened: OpenContainer = byte === OPEN_BRACKET ? { into: [] } : { into: emptyObject(), key: null };
      place(opened.into);
      open.push(opened);
      at += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      open.pop();
      at += 1;
    } else if (byte <= SPACE || byte === COMMA || byte === COLON) at += 1;
    else {
      const end = skipValue(bytes, at);
      place(scalar(bytes.toString("utf8", at, end)));
      at = end;
    }
  }
  return root;
}

/** Without a prototype, so that a member may be called `__proto__`. */
function emptyObject(): Record<string, unknown> {
  return Object.assign(Object.create(null));
}

function scalar(spelled: string): unknown {
  switch (spelled) {
    case "true":
      return true;
    case "false":
      return false;
    case "null":
      return null;
    default:
      return readNumber(spelled);
  }
}
