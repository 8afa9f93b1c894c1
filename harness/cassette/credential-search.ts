import { firstCredential, type Sighting } from "./first-credential.ts";

/** Finds the first credential in a text, or null. */
export type CredentialSearch = (text: string) => Sighting | null;

/** A value that must not be written, whatever it looks like; `name` is told in its place. */
export type Secret = { readonly name: string; readonly value: string };

/**
 * Searches by shape, in what base64 hides too, and for secrets by their value: as it is, as JSON escapes it, in base64.
 */
export function credentialSearch(secrets: readonly Secret[]): CredentialSearch {
  const known = secrets.flatMap(({ name, value }) => formsOf(value).map((form) => ({ name, form })));
  return (text) => firstCredential(text) ?? firstKnown(text, known) ?? firstInBase64(text, known);
}

type KnownForm = { readonly name: string; readonly form: string };

function formsOf(value: string): readonly string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])];
}

function firstKnown(text: string, known: readonly KnownForm[]): Sighting | null {
  for (const { name, form } of known) {
    const at = text.indexOf(form);
    if (at !== -1) return { name, at };
  }
  return null;
}

/** A run of base64 or base64url that is long enough to hide a key; begun at its start, since it is decoded from there. */
const base64Run = /(?<![\w+/-])[A-Za-z0-9+/_-]{24,}/g;

/** `at` is where the run begins: in it there is no offset that anybody could look up. */
function firstInBase64(text: string, known: readonly KnownForm[]): Sighting | null {
  for (const { 0: run, index } of text.matchAll(base64Run)) {
    const decoded = Buffer.from(run, "base64").toString("latin1");
    const sighting = firstCredential(decoded) ?? firstKnown(decoded, known);
    if (sighting !== null) return { name: `${sighting.name} in base64`, at: index };
  }
  return null;
}
