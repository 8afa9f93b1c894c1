import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";

/** A long text may come in pieces: put together in memory, it would stand there several times. */
export type Content = Uint8Array | string | readonly string[];

export function writeContent(path: string, flag: "w" | "wx", content: Content): void {
  const file = openSync(path, flag);
  try {
    writePieces(content, (piece) => writeFileSync(file, piece));
  } finally {
    closeSync(file);
  }
}

/** Writes where the last write to this descriptor ended. */
export function writeInto(descriptor: number, content: Content): void {
  writePieces(content, (piece) => writeWhole(descriptor, typeof piece === "string" ? Buffer.from(piece) : piece));
}

function writePieces(content: Content, write: (piece: Uint8Array | string) => void): void {
  if (typeof content === "string" || content instanceof Uint8Array) return write(content);
  let held = "";
  for (const piece of content) {
    held += piece;
    if (held.length < HELD) continue;
    write(held);
    held = "";
  }
  write(held);
}

const HELD = 256 * 1024;

/** Node sets the socket of a standard stream not to block: a full one refuses more until its reader has taken some. */
function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (fault) {
      if (!(fault instanceof Error) || !("code" in fault) || fault.code !== "EAGAIN") throw fault;
      Atomics.wait(PAUSE, 0, 0, PAUSE_MS);
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));
const PAUSE_MS = 2;
