import { createHmac } from "node:crypto";

import { streamDocuments, streamPieces } from "../../wire-scan/stream-texts.ts";
import type { CredentialSpan } from "../../kernel/credentials/credential-spans.ts";

/** A text without its credentials, and what they were, by name. */
export type RedactedText = { readonly text: string; readonly names: readonly string[] };

/**
 * Puts letters for the letters and digits of each credential. Lengths, punctuation and escapes stay, so that JSON stays JSON
 * and every offset stays where it was; one credential becomes the same letters wherever it stands, and two never the same, so that bodies
 * are alike or differ as they did. `key` keeps the letters from being computed back.
 */
export function createRedactor(
  key: Buffer,
  find: (text: string) => readonly CredentialSpan[],
): { readonly plain: (text: string) => RedactedText; readonly stream: (text: string) => RedactedText } {
  const plain = (text: string): RedactedText => {
    const spans = find(text);
    if (spans.length === 0) return { text, names: [] };
    let redacted = "";
    let at = 0;
    for (const { start, end } of spans) {
      redacted += text.slice(at, start);
      const before = redacted.slice(-AROUND);
      const isFound = (masked: string): boolean =>
        find(before + masked + text.slice(end, end + AROUND)).some(
          (span) => span.start < before.length + masked.length && span.end > before.length,
        );
      redacted += harmless(text.slice(start, end), key, isFound);
      at = end;
    }
    return { text: redacted + text.slice(at), names: spans.map(({ name }) => name) };
  };
  return { plain, stream: (text) => redactPieces(text, plain) };
}

/** As much text as shows that a value is secret: the name before it, the end of an address behind it. */
const AROUND = 200;

/** By chance the letters of a mask spell the prefix of a token (`hf_`): then other letters are taken, the same wherever the credential stands. */
function harmless(text: string, key: Buffer, isFound: (masked: string) => boolean): string {
  const first = mask(text, key, "");
  if (!isFound(first)) return first;
  for (let again = 1; again < 8; again += 1) {
    const other = mask(text, key, `${again} again `);
    if (!isFound(other)) return other;
  }
  return withoutDigits(first);
}

/** Digits of escapes make a mask look like a credential again: then a letter stands for each, and JSON stays JSON. */
function withoutDigits(masked: string): string {
  return masked.replaceAll(/%[0-9a-fA-F]{2}/g, "xxx").replaceAll(/(\\+u)[0-9a-fA-F]{4}/g, "$1aaaa");
}

/** A letter in its own case for each letter, a letter for each digit, however escaped; the signs of an escape stay. */
function mask(text: string, key: Buffer, salt: string): string {
  const letters = lettersFor(salt + text, key);
  let at = 0;
  return text.replaceAll(
    /(\\+u|%(?=[0-9a-fA-F]{2}))((?<=u)[0-9a-fA-F]{4}|(?<=%)[0-9a-fA-F]{2})|\\+.|[A-Za-z0-9]/g,
    (match, escape?: string, hex = "") => {
      const sign = escape === undefined ? match : String.fromCharCode(Number.parseInt(hex, 16));
      if (!/^[A-Za-z0-9]$/.test(sign)) return match;
      const code = A + ((letters[(at += 1) - 1] ?? 0) % 26);
      if (escape !== undefined) return `${escape}${escape === "%" ? "" : "00"}${code.toString(16)}`;
      const letter = String.fromCharCode(code);
      return /[A-Z]/.test(match) ? letter.toUpperCase() : letter;
    },
  );
}

const A = 0x61;

function lettersFor(text: string, key: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let length = 0; length < text.length; length += 32) {
    blocks.push(createHmac("sha256", key).update(`${length} ${text}`).digest());
  }
  return Buffer.concat(blocks);
}

/** Texts that a stream cut into deltas, redacted whole and put back piece by piece. */
function redactPieces(stream: string, plain: (text: string) => RedactedText): RedactedText {
  const pieces = streamPieces(stream);
  const names: string[] = [];
  const redacted = new Map<number, string>();
  for (const at of Map.groupBy(pieces.keys(), (each) => pieces[each]?.place ?? "").values()) {
    const whole = plain(at.map((each) => pieces[each]?.text ?? "").join(""));
    names.push(...whole.names);
    let start = 0;
    for (const each of at) {
      const length = pieces[each]?.text.length ?? 0;
      if (whole.names.length > 0) redacted.set(each, whole.text.slice(start, start + length));
      start += length;
    }
  }
  if (names.length === 0) return { text: stream, names };
  return { text: withPieces(stream, redacted), names };
}

function withPieces(stream: string, redacted: ReadonlyMap<number, string>): string {
  const pieces = streamPieces(stream);
  const byDocument = Map.groupBy(pieces.keys(), (each) => pieces[each]?.document ?? 0);
  let text = "";
  let at = 0;
  for (const [number, { text: document, start }] of streamDocuments(stream).entries()) {
    const values = (byDocument.get(number) ?? []).map((each) => redacted.get(each) ?? null);
    text += stream.slice(at, start) + rewritten(document, values);
    at = start + document.length;
  }
  return text + stream.slice(at);
}

/** Strings in the order of the text; a key is one too, and a colon follows it. */
const strings = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

function rewritten(document: string, values: readonly (string | null)[]): string {
  let at = 0;
  const written = document.replaceAll(strings, (literal, _, colon: string | undefined) => {
    if (colon !== undefined) return literal;
    const value = values[(at += 1) - 1] ?? null;
    return value === null ? literal : withValue(literal, value);
  });
  // Members that JSON.parse orders otherwise, or drops: what is left is found again, and refused.
  return at === values.length ? written : document;
}

/** The literal with another value of the same length: what was escaped is so again. */
function withValue(literal: string, value: string): string {
  let at = -1;
  return literal.replaceAll(/\\u[0-9a-fA-F]{4}|\\.|[^"\\]/gs, (unit) => {
    at += 1;
    const sign = value[at] ?? unit;
    if (unit.startsWith("\\u")) return withCode(unit, sign.charCodeAt(0));
    return unit.length > 1 ? unit : sign;
  });
}

/** The escape of another code; of the same code it stays as it was written. */
function withCode(escape: string, code: number): string {
  return Number.parseInt(escape.slice(2), 16) === code ? escape : `\\u${code.toString(16).padStart(4, "0")}`;
}
