import * as zlib from "node:zlib";

const [RAW, ZSTD] = [0, 1];

/** Below this size, compression saves less than it costs. Above, it takes less time than the server needs for the bytes that it saves. */
const LEAST = 4096;

/** The result comes in pieces of this size: most of what travels fits into one. */
const chunkSize = 128 * 1024;

const FAST = { chunkSize, params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };

/** Recordings are text, and about a third of the bytes is written, sent and kept. A byte in front says whether they were compressed. */
export function compress(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = lengthOf(parts);
  const packed = length < LEAST ? null : zlib.zstdCompressSync(Buffer.concat(parts), FAST);
  return packed !== null && packed.length < length ? [Buffer.of(ZSTD), packed] : [Buffer.of(RAW), ...parts];
}

export function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** What `compress` was given. */
export function decompress(packed: Buffer): Buffer {
  const content = packed.subarray(1);
  return packed[0] === ZSTD ? zlib.zstdDecompressSync(content, { chunkSize }) : content;
}
