import { hash } from "node:crypto";

/** Bodies never change, so a digest that was taken once, also to verify a recording, serves as long as its body lives. */
const known = new WeakMap<Buffer, string>();

/** The sha256 of a body, in hexadecimal digits. */
export function bodyDigest(body: Buffer): string {
  const before = known.get(body);
  if (before !== undefined) return before;
  const digest = hash("sha256", body);
  known.set(body, digest);
  return digest;
}

/** Keeps a digest that was taken elsewhere. */
export function knowDigest(body: Buffer, digest: string): void {
  known.set(body, digest);
}
