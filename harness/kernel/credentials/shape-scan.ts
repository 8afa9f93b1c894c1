import { isInBinaryData } from "./binary-data.ts";
import { contextShapes } from "./context-shapes.ts";
import { type CredentialShape, prefixedShapes } from "./credential-shapes.ts";
import { once } from "../memo/once.ts";
import { mayHoldCredential } from "./may-hold-credential.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Span } from "../span.ts";
import { textWindows } from "./text-windows.ts";

/** A secret that a text shows, without the text around it by which it is recognised. */
export type Sighting = Span & { readonly name: string };

type Scan = { readonly shapes: readonly CredentialShape[]; readonly any: RegExp; readonly mayBeChance: boolean };

/** Every secret that has a shape: first those whose issuer is known, since such a one can be revoked. */
export function* shapedSecrets(text: string): Generator<Sighting> {
  if (!mayHoldCredential(text)) return;
  const windows = [...textWindows(text)];
  for (const scan of scans()) {
    for (const window of windows) {
      for (const { shape, at, found } of matches(scan, window.text)) {
        const start = window.from + at;
        if (!(scan.mayBeChance && isInBinaryData(text, start))) yield* secretsOf(shape, start, found);
      }
    }
  }
}

type Match = { readonly shape: CredentialShape; readonly at: number; readonly found: string };

/** Without `matchAll`, which compiles the pattern again for each text. */
function* matches({ any, shapes }: Scan, text: string): Generator<Match> {
  for (let from = 0; ;) {
    any.lastIndex = from;
    const match = any.exec(text);
    if (match === null) return;
    const shape = shapes[match.findIndex((group, at) => at > 0 && group !== undefined) - 1];
    from = match.index + Math.max(1, match[0].length);
    if (shape === undefined || isPlaceholder(match[0])) continue;
    const found = shape.whole === undefined ? match[0] : wholeAt(shape.whole, text, match.index);
    // What the whole has is not read again: of a thousand beginnings without an end each would go on to the end of the text.
    from = Math.max(from, match.index + found.length);
    yield { shape, at: match.index, found };
  }
}

function wholeAt(whole: RegExp, text: string, at: number): string {
  whole.lastIndex = at;
  return whole.exec(text)?.[0] ?? "";
}

function* secretsOf({ name, value, holds }: CredentialShape, at: number, found: string): Generator<Sighting> {
  if (value === undefined) yield { name, start: at, end: at + found.length };
  else {
    for (const { 0: secret, index } of found.matchAll(value)) {
      if (isPlaceholder(secret) || holds?.(secret) === false) continue;
      yield { name, start: at + index, end: at + index + secret.length };
    }
  }
}

/** Shapes that are recognised inside a word, by a beginning that no word has. */
const gluedShapes = prefixedShapes.flatMap((shape) =>
  shape.glued === null ? [] : [{ ...shape, pattern: shape.glued ?? shape.pattern }],
);

/** What is recognised inside words is recognised at their beginning too; the others need one. */
const wordShapes = prefixedShapes.filter(({ glued }) => glued !== undefined);

const scans = once((): readonly Scan[] => [
  scanFor(gluedShapes, "", true),
  scanFor(wordShapes, String.raw`\b`, true),
  scanFor(contextShapes, "", false),
]);

/** One pass for all shapes: the group that matched shows which one it was. Asking for the first letter once makes it a third faster. */
function scanFor(shapes: readonly CredentialShape[], before: string, mayBeChance: boolean): Scan {
  const byLetter = [...Map.groupBy(shapes, ({ pattern }) => /^[A-Za-z](?![?*{])/.exec(pattern)?.[0] ?? "")];
  const alternatives = byLetter.map(([letter, some]) => {
    const any = some.map(({ pattern }) => `(${pattern})`).join("|");
    return letter === "" ? any : `(?=${letter})(?:${any})`;
  });
  return {
    shapes: byLetter.flatMap(([, some]) => some),
    any: new RegExp(`${before}(?:${alternatives.join("|")})`, "g"),
    mayBeChance,
  };
}
