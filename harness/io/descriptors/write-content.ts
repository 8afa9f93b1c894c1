import { closeSync, openSync, writeFileSync } from "node:fs";

/** A long text may come in pieces: put together in memory, it would stand there several times. */
export type Content = Uint8Array | string | readonly string[];

export function writeContent(path: string, flag: "w" | "wx", content: Content): void {
  const file = openSync(path, flag);
  try {
    writeInto(file, content);
  } finally {
    closeSync(file);
  }
}

/** Writes where the last write to this descriptor ended. */
export function writeInto(file: number, content: Content): void {
  if (typeof content === "string" || content instanceof Uint8Array) return writeFileSync(file, content);
  let held = "";
  for (const piece of content) {
    held += piece;
    if (held.length < HELD) continue;
    writeFileSync(file, held);
    held = "";
  }
  writeFileSync(file, held);
}

const HELD = 256 * 1024;
