import { isInBinaryData } from "./binary-data.ts";
import { contextShapes, type CredentialShape, prefixedShapes } from "./credential-shapes.ts";
import { textWindows } from "./text-windows.ts";

/** The kind and the start of a credential; never the credential itself. */
export type CredentialMatch = { readonly name: string; readonly at: number };

/** A credential in a text, or null. Of several the first whose issuer is known, since that one can be revoked. */
export function firstCredential(text: string): CredentialMatch | null {
  return (
    sight(text, prefixedShapes, anyPrefixed) ??
    sight(text, gluedShapes, anyGlued) ??
    sight(text, contextShapes, anyInContext, false)
  );
}

/** Shapes that are recognised inside a word, by a beginning that no word has. */
export const gluedShapes: readonly CredentialShape[] = prefixedShapes.flatMap(({ name, pattern, glued = pattern }) =>
  glued === null ? [] : [{ name, pattern: glued }],
);

const anyGlued = new RegExp(alternatives(gluedShapes), "g");
const anyPrefixed = new RegExp(String.raw`\b(?:${alternatives(prefixedShapes)})`, "g");
const anyInContext = new RegExp(alternatives(contextShapes), "g");

function alternatives(shapes: readonly CredentialShape[]): string {
  return shapes.map(({ pattern }) => `(${pattern})`).join("|");
}

/** One pass for all shapes: the group that matched shows which one it was. */
function sight(
  text: string,
  shapes: readonly CredentialShape[],
  any: RegExp,
  mayBeChance = true,
): CredentialMatch | null {
  for (const { text: part, from } of textWindows(text)) {
    for (const match of part.matchAll(any)) {
      const at = from + match.index;
      if (mayBeChance && isInBinaryData(text, at)) continue;
      const shape = shapes[match.slice(1).findIndex((group) => group !== undefined)];
      return { name: shape?.name ?? "a credential", at };
    }
  }
  return null;
}
