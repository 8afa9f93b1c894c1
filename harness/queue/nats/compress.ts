import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

const [RAW, ZSTD] = [0, 1];

/** Below this size, compression saves less than it costs. */
const LEAST = 1024;

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Recordings are text, and a quarter of the bytes is written, sent and kept. A byte in front says whether they were compressed. */
export function compress(bytes: Uint8Array, least: number = LEAST): Buffer {
  const packed = bytes.length < least ? null : zstdCompressSync(bytes, FAST);
  return packed !== null && packed.length < bytes.length
    ? Buffer.concat([Buffer.of(ZSTD), packed])
    : Buffer.concat([Buffer.of(RAW), bytes]);
}

/** What `compress` was given. */
export function decompress(packed: Buffer): Buffer {
  const content = packed.subarray(1);
  return packed[0] === ZSTD ? zstdDecompressSync(content) : content;
}
