import type { Finding } from "../kernel/finding.ts";
import { mayHoldCredential } from "../kernel/credentials/may-hold-credential.ts";
import { credentialSpans } from "../kernel/credentials/credential-spans.ts";
import { prefixedShapes } from "../kernel/credentials/credential-shapes.ts";

/**
 * A value after a secret-sounding name, if the value itself does not look like a secret. The length of the value is checked first: looking
 * back from each blank of a run of blanks takes time that grows with the square of its length.
 */
const NAMED = String.raw`(?=[\w.~+/-]{12})(?<=(?:(?:api|account|private|secret|access)[_-]?key|token|secret|passw(?:or)?d|authorization|bearer)(?:["'\\]*\s*[:=]\s*["'\\]*|["'\\]*\s+["'\\]*))(?=[\w.~+/-]*\d)[\w.~+/-]{12,}`;

/** The password of an address (`postgres://user:password@host`), however short. */
const IN_ADDRESS = String.raw`(?<=://[\w.%+-]{0,64}:)[^@\s"'\\/]{1,100}(?=@)`;

/** A private key with its lines, as far as they are to be seen. */
const PRIVATE_KEY = String.raw`-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)`;

/** A word begins behind an escape too: excerpts are raw JSON, in which a line feed ends with a letter. */
const WORD = String.raw`(?:\b|(?<=\\(?:[bfnrt]|u[0-9a-f]{4})))`;

const CREDENTIAL = new RegExp(
  String.raw`${WORD}(?:${prefixedShapes.map(({ pattern }) => pattern).join("|")})|${PRIVATE_KEY}|${IN_ADDRESS}|${NAMED}`,
  "gi",
);

/** Inside a word a shape is taken at its word: with the very letters that its issuer writes. */
const GLUED = new RegExp(
  prefixedShapes.flatMap(({ pattern, glued = pattern }) => (glued === null ? [] : [glued])).join("|"),
  "g",
);

/**
 * Excerpts are pasted into issues and CI logs. Text that looks like a credential becomes stars, byte for byte, so every offset
 * stays the same. Read as Latin-1, since credentials are ASCII.
 */
export function hideCredentials(text: Buffer): Buffer {
  return Buffer.from(starredOut(text.toString("latin1")), "latin1");
}

/** The same in what a finding, a reason or a message says. */
export function starredOut(text: string): string {
  const star = (found: string): string => "*".repeat(found.length);
  let starred = mayHoldCredential(text) ? text.replace(CREDENTIAL, star).replace(GLUED, star) : text;
  // Below escapes and in base64 too, since a reader of the excerpt decodes both.
  for (const { start, end } of spansIn(starred)) {
    starred = starred.slice(0, start) + star(starred.slice(start, end)) + starred.slice(end);
  }
  return starred;
}

const spansIn = credentialSpans([]);

/** Findings quote values and names of the bodies. */
export function withoutCredentials(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({
    ...finding,
    names: finding.names.map(starredOut),
    observed: starredOut(finding.observed),
  }));
}
