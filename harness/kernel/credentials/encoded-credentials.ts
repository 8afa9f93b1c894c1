import type { Span } from "../span.ts";
import { textWindows } from "./text-windows.ts";

type EncodedSearch = (text: string, decoded: DecodedRuns) => Iterable<Span & { readonly name: string }>;

/**
 * The names that runs were found to hide, by the run, for the readings of one text: most runs stand in each of them, and to decode a run
 * costs a hundred times as much as to compare it.
 */
export type DecodedRuns = Map<string, string | null>;

/** The kind of the first credential in a text, or null. */
export type CredentialName = (text: string) => string | null;

/** Base64 in base64 in base64. */
const DEEPEST = 3;

/** Runs of base64 or of hexadecimal digits that hide a credential, each whole: an offset inside the run would not help a reader. */
export function encodedCredentials(nameOf: CredentialName): EncodedSearch {
  return function* (text, decoded) {
    const nameOnce = (run: string): string | null => {
      const known = decoded.get(run);
      if (known !== undefined) return known;
      const name = nameIn(run, nameOf, 1);
      decoded.set(run, name);
      return name;
    };
    for (const { start, end } of base64Runs(text)) {
      const name = nameOnce(text.slice(start, end));
      if (name !== null) yield { name, start, end };
    }
    for (const { start, end } of wrappedBase64(text)) {
      const name = nameOnce(text.slice(start, end).replaceAll(/[\r\n]/g, ""));
      if (name !== null) yield { name, start, end };
    }
  };
}

/** Base64 as `base64` and PEM print it: a credential may lie across a line break, in neither of its lines. */
function* wrappedBase64(text: string): Generator<Span> {
  for (const { text: part, from } of textWindows(text)) {
    for (const { 0: rest, 1: wide, 2: narrow = "", index } of part.matchAll(WRAPPED)) {
      yield { start: from + index - (wide ?? narrow).length, end: from + index + rest.length };
    }
  }
}

/** Each search begins at the end of the first line, since ends of lines are rarer than words. */
const WRAPPED = new RegExp(
  [76, 64]
    .map((width) => String.raw`\n(?<=(?<![\w+/-])([\w+/-]{${width}}\r?)\n)(?:[\w+/-]{${width}}\r?\n)*[\w+/-]+`)
    .join("|"),
  "g",
);

function nameIn(run: string, nameOf: CredentialName, depth: number): string | null {
  for (const [encoding, decoded] of decodings(run)) {
    const name = nameOf(decoded);
    if (name !== null) return `${name} in ${encoding}`;
    if (depth === DEEPEST) continue;
    for (const { start, end } of base64Runs(decoded)) {
      const inner = nameIn(decoded.slice(start, end), nameOf, depth + 1);
      if (inner !== null) return inner;
    }
  }
  return null;
}

/**
 * Base64 may begin behind signs of its own alphabet (`data/…`, `key_…`), so that each of its four signs may be the first, and so may
 * either of two hexadecimal digits.
 */
function* decodings(run: string): Generator<readonly [encoding: string, decoded: string]> {
  for (let alignment = 0; alignment < 4; alignment += 1)
    yield ["base64", Buffer.from(run.slice(alignment), "base64").toString("latin1")];
  for (const { text } of textWindows(run)) {
    for (const [digits] of text.matchAll(HEX)) {
      for (const from of [0, 1])
        yield ["hexadecimal digits", Buffer.from(digits.slice(from), "hex").toString("latin1")];
    }
  }
}

/** Twelve bytes: the shortest secret. */
const HEX = /[0-9a-fA-F]{24,}/g;

/** A shorter run hides no key. */
const shortestRun = 24;

const isBase64: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[\w+/-]/.test(String.fromCharCode(code)),
);

/**
 * Runs of base64 or base64url, each whole, since it is decoded from its start. A window as long as the shortest run is read from
 * its end: the last character outside base64 moves the window past itself, and prose has many of them.
 */
function* base64Runs(text: string): Generator<Span> {
  const belongs = (at: number): boolean => isBase64[text.charCodeAt(at)] === true;
  let start = 0;
  while (start + shortestRun <= text.length) {
    let at = start + shortestRun - 1;
    while (at >= start && belongs(at)) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + shortestRun;
    while (end < text.length && belongs(end)) end += 1;
    yield { start, end };
    start = end + 1;
  }
}
