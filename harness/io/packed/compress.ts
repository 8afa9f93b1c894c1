import * as zlib from "node:zlib";
import { ScratchMemory } from "./scratch-memory.ts";

const [RAW, ZSTD] = [0, 1];

/** Below this size, compression saves less than it costs. Above, it takes less time than the server needs for the bytes that it saves. */
const LEAST = 4096;

/** The result comes in pieces of this size: most of what travels fits into one. */
const chunkSize = 128 * 1024;

const FAST = { chunkSize, params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };

const joined = new ScratchMemory();

/** Recordings are text, and about a third of the bytes is written, sent and kept. A byte in front says whether they were compressed. */
export function compress(parts: readonly Uint8Array[]): Buffer {
  const length = lengthOf(parts);
  if (length < LEAST) return Buffer.concat([Buffer.of(RAW), ...parts]);
  const packed = zlib.zstdCompressSync(join(parts, length), FAST);
  const bytes = Buffer.concat(packed.length < length ? [Buffer.of(ZSTD), packed] : [Buffer.of(RAW), ...parts]);
  // Its memory is longer than what it holds.
  if (packed.buffer instanceof ArrayBuffer && packed.buffer.byteLength === chunkSize) packed.buffer.transfer(0);
  return bytes;
}

function join(parts: readonly Uint8Array[], length: number): Buffer {
  joined.reuse();
  const whole = joined.take(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** What `compress` was given. */
export function decompress(packed: Buffer): Buffer {
  const content = packed.subarray(1);
  return packed[0] === ZSTD ? zlib.zstdDecompressSync(content, { chunkSize }) : content;
}
