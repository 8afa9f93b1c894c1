import { randomBytes } from "node:crypto";

/** A key that nobody else has. */
export function newKey(): Buffer {
  return randomBytes(32);
}
