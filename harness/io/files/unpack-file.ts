import { pipeline } from "node:stream/promises";
// An older Node has no zstd: a name that does not exist would end it before it can say so.
import * as zlib from "node:zlib";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { OpenFile } from "./read-at.ts";
import { openScratchFile, type ScratchFile } from "./scratch-file.ts";

/** `isCut` is true if the compressed data end early: the content up to there is kept. */
export type Unpacked = { readonly file: ScratchFile; readonly isCut: boolean };

export type Packing = "gzip" | "zstd";

/** How a file is compressed, by its first bytes and never by its name; null if it is not. */
export function packingOf(file: OpenFile): Packing | null {
  const head = Buffer.alloc(4);
  const count = file.readInto(head, 0, 0);
  return MAGIC.find(([, magic]) => count >= magic.length && head.indexOf(magic) === 0)?.[0] ?? null;
}

const MAGIC: readonly (readonly [Packing, Buffer])[] = [
  ["gzip", Buffer.from([0x1f, 0x8b])],
  ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
];

/**
 * The content of a compressed file, as a file that can be read at any place.
 *
 * @throws HarnessError HX226 if nothing of it can be unpacked; HX515, HX516
 */
export async function unpackFile(file: OpenFile, packing: Packing): Promise<Unpacked> {
  const scratch = openScratchFile(file.path);
  try {
    await pipeline(chunksOf(file), packing === "gzip" ? zlib.createGunzip() : zlib.createZstdDecompress(), (chunks) =>
      appendAll(scratch, chunks),
    );
    return { file: scratch, isCut: false };
  } catch (cause) {
    if (scratch.size > 0 && !(cause instanceof HarnessError)) return { file: scratch, isCut: true };
    scratch[Symbol.dispose]();
    if (cause instanceof HarnessError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    const what = `it begins like ${packing} and cannot be unpacked (${why})`;
    throw new HarnessError({ code: "HX226", what, where: file.path, fix: "copy the file again", exit: 3, cause });
  }
}

/** Standard input up to its end, as a file that can be read at any place. @throws HarnessError HX516 */
export async function readStandardInput(shownAs: string): Promise<ScratchFile> {
  const scratch = openScratchFile(shownAs);
  await appendAll(scratch, process.stdin);
  return scratch;
}

async function appendAll(scratch: ScratchFile, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) scratch.append(chunk);
}

const CHUNK = 256 * 1024;

function* chunksOf(file: OpenFile): Generator<Buffer> {
  for (let at = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const count = file.readInto(chunk, 0, at);
    if (count === 0) return;
    yield chunk.subarray(0, count);
    at += count;
  }
}
