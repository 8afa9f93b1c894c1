import type { Span } from "../span.ts";
import { firstCredential, type CredentialMatch } from "./first-credential.ts";
import { textReadings } from "./text-readings.ts";

/** Finds the first credential in a text, or null. */
export type CredentialSearch = (text: string) => CredentialMatch | null;

/** A value that must not be written, whatever it looks like; `name` is shown with its place. */
export type Secret = { readonly name: string; readonly value: string };

/**
 * Searches by shape and for secrets by their value: in the text as it is written, below each level of JSON's escapes, and in what
 * base64 hides in either.
 */
export function credentialSearch(secrets: readonly Secret[]): CredentialSearch {
  const known = knownForms(secrets);
  const inBase64 = base64Credentials(known);
  return (text) => {
    for (const { text: read, written } of textReadings(text)) {
      const sighting = firstCredential(read) ?? firstKnown(read, known) ?? firstOf(inBase64(read));
      if (sighting !== null) return { name: sighting.name, at: written(sighting.at) };
    }
    return null;
  };
}

/** One of the ways in which a known secret may be written. */
export type KnownForm = { readonly name: string; readonly form: string };

export function knownForms(secrets: readonly Secret[]): readonly KnownForm[] {
  return secrets.flatMap(({ name, value }) => formsOf(value).map((form) => ({ name, form })));
}

function formsOf(value: string): readonly string[] {
  // Bodies are read as Latin-1.
  const inBodies = Buffer.from(value).toString("latin1");
  return [...new Set([value, inBodies, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])];
}

function firstKnown(text: string, known: readonly KnownForm[]): CredentialMatch | null {
  for (const { name, form } of known) {
    const at = text.indexOf(form);
    if (at !== -1) return { name, at };
  }
  return null;
}

export type Base64Search = (text: string) => Iterable<Span & { readonly name: string }>;

/** Runs of base64 that hide a credential, each whole: an offset inside the run would not help a reader. */
export function base64Credentials(known: readonly KnownForm[]): Base64Search {
  return function* (text) {
    for (const { start, end } of base64Runs(text)) {
      const name = nameIn(text.slice(start, end), known);
      if (name !== null) yield { name: `${name} in base64`, start, end };
    }
  };
}

/** Base64 may begin behind signs of its own alphabet (`data/…`, `key_…`), so that each of its four signs may be the first. */
function nameIn(run: string, known: readonly KnownForm[]): string | null {
  for (let alignment = 0; alignment < 4; alignment += 1) {
    const decoded = Buffer.from(run.slice(alignment), "base64").toString("latin1");
    for (const { text } of textReadings(decoded)) {
      const sighting = firstCredential(text) ?? firstKnown(text, known);
      if (sighting !== null) return sighting.name;
    }
  }
  return null;
}

function firstOf(spans: Iterable<Span & { readonly name: string }>): CredentialMatch | null {
  for (const { name, start } of spans) return { name, at: start };
  return null;
}

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
