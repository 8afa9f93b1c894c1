import { createHash } from "node:crypto";
import { join } from "node:path";
import { cassetteFileName } from "../cassette/format/cassette-document.ts";
import { openFile } from "../io/files/read-at.ts";
import type { FoundSource } from "./find-files.ts";

const CHUNK = 1024 * 1024;

/**
 * The SHA-256 of a source as it lies on disk: of a cassette, of its document, which holds the digests of all bodies. Null for standard
 * input, and for a folder whose bodies nothing sums up.
 *
 * @throws HarnessError HX513, HX515
 */
export function sourceDigest({ path, kind }: Pick<FoundSource, "path" | "kind">): string | null {
  if (kind === "stdin" || kind === "raw-bodies") return null;
  using file = openFile(kind === "cassette" ? join(path, cassetteFileName) : path);
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; ;) {
    const count = file.readInto(chunk, 0, at);
    if (count === 0) return hash.digest("hex");
    hash.update(chunk.subarray(0, count));
    at += count;
  }
}
