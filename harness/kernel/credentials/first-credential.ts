import { shapedSecrets } from "./shape-scan.ts";

/** The kind and the start of a credential; never the credential itself. */
export type CredentialMatch = { readonly name: string; readonly at: number };

/** A credential in a text, or null. Of several the first whose issuer is known, since that one can be revoked. */
export function firstCredential(text: string): CredentialMatch | null {
  for (const { name, start } of shapedSecrets(text)) return { name, at: start };
  return null;
}
