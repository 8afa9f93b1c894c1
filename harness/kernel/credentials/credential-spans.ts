import { isInBinaryData } from "./binary-data.ts";
import { contextShapes, prefixedShapes } from "./credential-shapes.ts";
import type { Span } from "../span.ts";
import { knownForms, nameAmong, type Secret } from "./credential-search.ts";
import { encodedCredentials } from "./encoded-credentials.ts";
import { gluedShapes } from "./first-credential.ts";
import { textReadings } from "./text-readings.ts";
import { type TextWindow, textWindows } from "./text-windows.ts";

/** The whole span of a credential in a text; `CredentialSearch` finds only its beginning. */
export type CredentialSpan = Span & { readonly name: string };

/** Finds every credential in a text, in order; those that overlap are one. */
export function credentialSpans(secrets: readonly Secret[]): (text: string) => readonly CredentialSpan[] {
  const known = knownForms(secrets);
  const encoded = encodedCredentials(nameAmong(known));
  return (text) => {
    const found: CredentialSpan[] = [];
    for (const { text: read, written } of textReadings(text)) {
      const windows = [...textWindows(read)];
      const byShape = windows
        .flatMap((window) => [...shaped(window)])
        .filter(({ start }) => !isInBinaryData(read, start));
      const byContext = windows.flatMap((window) => [...inContext(window)]);
      for (const { name, start, end } of [...byShape, ...byContext, ...knownIn(read, known), ...encoded(read)]) {
        found.push({ name, start: written(start), end: written(end) });
      }
    }
    return merged(found.toSorted((a, b) => a.start - b.start || b.end - a.end));
  };
}

function* shaped({ text, from }: TextWindow): Generator<CredentialSpan> {
  for (const [shapes, any] of [
    [gluedShapes, anyGlued],
    [prefixedShapes, anyPrefixed],
  ] as const) {
    for (const match of text.matchAll(any)) {
      const [whole, ...groups] = match;
      const name = shapes[groups.findIndex((group) => group !== undefined)]?.name ?? "a credential";
      yield { name, start: from + match.index, end: from + match.index + whole.length };
    }
  }
}

const anyPrefixed = new RegExp(String.raw`\b(?:${prefixedShapes.map(({ pattern }) => `(${pattern})`).join("|")})`, "g");

const anyGlued = new RegExp(gluedShapes.map(({ pattern }) => `(${pattern})`).join("|"), "g");

/** A credential that is recognised by the text around it begins before that text and has no end of its own. */
function* inContext({ text, from }: TextWindow): Generator<CredentialSpan> {
  for (const { name, pattern } of contextShapes) {
    for (const { index: start } of text.matchAll(new RegExp(pattern, "g"))) {
      wholeInContext.lastIndex = start;
      const whole = wholeInContext.exec(text)?.[0] ?? "";
      yield { name, start: from + start, end: from + start + whole.length };
    }
  }
}

/** A key's armour with all between, an address up to its host, a value behind its colon: no span extends past a quote. */
const wholeInContext = new RegExp(
  [
    String.raw`-----BEGIN[^"]*?-----END[^"-]*-----`,
    String.raw`-----BEGIN[^"]*`,
    String.raw`://[^"'\s\\/]*@`,
    String.raw`[:=]\s*\\*["']?[\w+/~.%=-]*`,
  ].join("|"),
  "y",
);

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
