import type { Span } from "../../kernel/span.ts";
import { firstCredential, type CredentialMatch } from "./first-credential.ts";

/** Finds the first credential in a text, or null. */
export type CredentialSearch = (text: string) => CredentialMatch | null;

/** A value that must not be written, whatever it looks like; `name` is shown with its place. */
export type Secret = { readonly name: string; readonly value: string };

/**
 * Searches by shape, in what base64 hides too, and for secrets by their value: as it is, as JSON escapes it, in base64.
 */
export function credentialSearch(secrets: readonly Secret[]): CredentialSearch {
  const known = knownForms(secrets);
  const inBase64 = base64Credentials(known);
  return (text) => firstCredential(text) ?? firstKnown(text, known) ?? firstOf(inBase64(text));
}

/** One of the ways in which a known secret may be written. */
export type KnownForm = { readonly name: string; readonly form: string };

export function knownForms(secrets: readonly Secret[]): readonly KnownForm[] {
  return secrets.flatMap(({ name, value }) => formsOf(value).map((form) => ({ name, form })));
}

function formsOf(value: string): readonly string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])];
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
      const decoded = Buffer.from(text.slice(start, end), "base64").toString("latin1");
      const sighting = firstCredential(decoded) ?? firstKnown(decoded, known);
      if (sighting !== null) yield { name: `${sighting.name} in base64`, start, end };
    }
  };
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
