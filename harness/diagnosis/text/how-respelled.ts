import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { hasSameTokens } from "./has-same-tokens.ts";

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The difference in spelling between two JSON texts of one value, in words. */
export function howRespelled(before: string, after: string): string {
  const twice = repeatedName(after) ?? repeatedName(before);
  if (twice !== null) return `"${twice}" is written twice`;
  return hasSameTokens(before, after)
    ? "the same members stand in another order"
    : "escapes or forms of numbers differ";
}

/** The first name that an object of a valid JSON text repeats; null without a repetition. */
export function repeatedName(text: string): string | null {
  const seen = new Set<string>();
  for (const { object, name } of memberNames(text)) {
    const key = `${object} ${name}`;
    if (seen.has(key)) return name;
    seen.add(key);
  }
  return null;
}

/** The names of all members of a valid JSON text as they stand in it, each with the number of its object. Depth costs no stack. */
export function memberNames(text: string): readonly { readonly object: number; readonly name: string }[] {
  const bytes = Buffer.from(text);
  const names: { readonly object: number; readonly name: string }[] = [];
  const open: number[] = [];
  let objects = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = skipString(bytes, at);
      if (bytes[skipWhiteSpace(bytes, end)] === COLON)
        names.push({ object: open.at(-1) ?? 0, name: decodeString(bytes, at, end) });
      at = end;
      continue;
    }
    if (byte === OPEN_BRACE) open.push((objects += 1));
    else if (byte === CLOSE_BRACE) open.pop();
    at += 1;
  }
  return names;
}
