import { knownForms, nameAmong, type Secret } from "./credential-search.ts";
import { type DecodedRuns, encodedCredentials } from "./encoded-credentials.ts";
import { shapedSecrets, type Sighting } from "./shape-scan.ts";
import { textReadings } from "./text-readings.ts";

/** The whole span of a credential in a text; `CredentialSearch` finds only its beginning. */
export type CredentialSpan = Sighting;

/** Finds every credential in a text, in order; those that overlap are one. */
export function credentialSpans(secrets: readonly Secret[]): (text: string) => readonly CredentialSpan[] {
  const known = knownForms(secrets);
  const encoded = encodedCredentials(nameAmong(known));
  return (text) => {
    const found: CredentialSpan[] = [];
    const decoded: DecodedRuns = new Map();
    for (const { text: read, written } of textReadings(text)) {
      for (const { name, start, end } of [...shapedSecrets(read), ...knownIn(read, known), ...encoded(read, decoded)]) {
        found.push({ name, start: written(start), end: written(end) });
      }
    }
    return merged(found.toSorted((a, b) => a.start - b.start || b.end - a.end));
  };
}

function* knownIn(text: string, known: ReturnType<typeof knownForms>): Generator<CredentialSpan> {
  for (const { name, form } of known) {
    for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + form.length)) {
      yield { name, start, end: start + form.length };
    }
  }
}

function merged(spans: readonly CredentialSpan[]): readonly CredentialSpan[] {
  const apart: CredentialSpan[] = [];
  for (const span of spans) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    else if (span.end > last.end) apart.splice(-1, 1, { ...last, end: span.end });
  }
  return apart;
}
