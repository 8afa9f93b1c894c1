import { credentialShapes } from "./credential-shapes.ts";

/** What kind of credential begins where; never the credential itself. */
export type Sighting = { readonly name: string; readonly at: number };

/** One pass for all shapes: the group that took part tells which one it was. */
const anyShape = new RegExp(credentialShapes.map(({ pattern }) => `(${pattern})`).join("|"));

/** The first credential in a text, or null. */
export function firstCredential(text: string): Sighting | null {
  const match = anyShape.exec(text);
  if (match === null) return null;
  const shape = credentialShapes[match.slice(1).findIndex((group) => group !== undefined)];
  return { name: shape?.name ?? "a credential", at: match.index };
}
