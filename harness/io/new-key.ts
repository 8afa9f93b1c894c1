import { randomBytes } from "node:crypto";

/** A unique key. */
export function newKey(): Buffer {
  return randomBytes(32);
}
