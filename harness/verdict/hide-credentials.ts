import { prefixedShapes } from "../kernel/credential-shapes.ts";

/** What stands behind a name that says secret, where the value itself does not tell. */
const NAMED = String.raw`(?<=(?:api[_-]?key|token|secret|password|authorization|bearer)["'\\]*\s*[:=]?\s*["'\\]*)(?=[\w.~+/-]*\d)[\w.~+/-]{12,}`;

const CREDENTIAL = new RegExp(
  String.raw`\b(?:${prefixedShapes.map(({ pattern }) => pattern).join("|")})|${NAMED}`,
  "gi",
);

/**
 * Excerpts are pasted into issues and CI logs: what looks like a credential is starred out, byte for byte, so that every
 * offset stays where it is. Read as Latin-1, since credentials are ASCII.
 */
export function hideCredentials(text: Buffer): Buffer {
  const hidden = text.toString("latin1").replace(CREDENTIAL, (found) => "*".repeat(found.length));
  return Buffer.from(hidden, "latin1");
}
