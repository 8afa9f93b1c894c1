import type { Span } from "../span.ts";
import { firstCredential, type CredentialMatch } from "./first-credential.ts";
import { type CredentialName, type DecodedRuns, encodedCredentials } from "./encoded-credentials.ts";
import { textReadings } from "./text-readings.ts";

/** Finds the first credential in a text, or null. */
export type CredentialSearch = (text: string) => CredentialMatch | null;

/** A value that must not be written, whatever it looks like; `name` is shown with its place. */
export type Secret = { readonly name: string; readonly value: string };

/**
 * Searches by shape and for secrets by their value: in the text as it is written, below each level of escapes, and in what base64 and
 * hexadecimal digits hide in either.
 */
export function credentialSearch(secrets: readonly Secret[]): CredentialSearch {
  const known = knownForms(secrets);
  const encoded = encodedCredentials(nameAmong(known));
  return (text) => {
    const decoded: DecodedRuns = new Map();
    for (const { text: read, written } of textReadings(text)) {
      const sighting = firstCredential(read) ?? firstKnown(read, known) ?? firstOf(encoded(read, decoded));
      if (sighting !== null) return { name: sighting.name, at: written(sighting.at) };
    }
    return null;
  };
}

/** One of the ways in which a known secret may be written. */
type KnownForm = { readonly name: string; readonly form: string };

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

/** Names the first credential of a text that was encoded, also below escapes. */
export function nameAmong(known: readonly KnownForm[]): CredentialName {
  return (text) => {
    for (const { text: read } of textReadings(text)) {
      const found = firstCredential(read) ?? firstKnown(read, known);
      if (found !== null) return found.name;
    }
    return null;
  };
}

function firstOf(spans: Iterable<Span & { readonly name: string }>): CredentialMatch | null {
  for (const { name, start } of spans) return { name, at: start };
  return null;
}
