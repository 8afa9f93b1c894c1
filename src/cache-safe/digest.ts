import { createHash } from "node:crypto";
import type { Span } from "../wire/span.ts";

/** SHA-256 in hex over the raw bytes of `spans`, each behind its length, so that no boundary can move unseen. */
export function digestSpans(bytes: Buffer, spans: readonly Span[]): string {
  const hash = createHash("sha256");
  for (const { start, end } of spans) hash.update(lengthPrefix(end - start)).update(bytes.subarray(start, end));
  return hash.digest("hex");
}

/** The first 64 bits, as 16 hex digits, of a SHA-256 over texts that may be absent. Missing and empty texts differ. */
export function digestTexts(texts: readonly (string | null)[]): string {
  const hash = createHash("sha256");
  for (const text of texts) {
    const bytes = Buffer.from(text ?? "");
    hash.update(lengthPrefix(text === null ? -1 : bytes.length)).update(bytes);
  }
  return hash.digest("hex").slice(0, 16);
}

function lengthPrefix(length: number): Buffer {
  const prefix = Buffer.alloc(8);
  prefix.writeBigInt64BE(BigInt(length));
  return prefix;
}
