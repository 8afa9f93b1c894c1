import { closeSync, openSync, writeSync, writev } from "node:fs";

import { freeBytes } from "./free-bytes.ts";

/** Bytes that may wait for the disk. Later bytes are written before anything else happens. */
const MOST_WAITING = 8 * 1024 * 1024;

type Piece = { readonly at: number; readonly bytes: Buffer };

/**
 * A new file that is written in the background. One write is under way at a time, since several would only wait for the file's lock;
 * everything that came meanwhile follows in one go. A later call throws the error of the disk.
 */
export class BehindWriter {
  readonly #path: string;
  #underWay: readonly Piece[] = [];
  #next: Piece[] = [];
  #file: number | null = null;
  #end = 0;
  #waiting = 0;
  #isOver = false;
  #fault: unknown = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** The bytes are the writer's from now on, and are freed once they are written. */
  append(bytes: Buffer): void {
    this.#tell();
    // Opened with the first bytes, because many requests and answers are empty.
    this.#file ??= openSync(this.#path, "wx", 0o600);
    this.#next.push({ at: this.#end, bytes });
    this.#end += bytes.length;
    this.#waiting += bytes.length;
    if (this.#waiting > MOST_WAITING) this.#writeNow(this.#next.splice(0), this.#file);
    else if (this.#underWay.length === 0) this.#writeBehind(this.#file);
  }

  /** Resolves nothing and waits for nothing: what is under way is written once more, the same bytes at the same places. */
  settle(): void {
    this.#tell();
    if (this.#file === null) return;
    for (const { at, bytes } of this.#underWay) writeWhole(this.#file, bytes, at);
    this.#writeNow(this.#next.splice(0), this.#file);
  }

  /** No more is appended. */
  close(): void {
    this.#isOver = true;
    this.#release();
    this.#tell();
  }

  #writeNow(pieces: readonly Piece[], file: number): void {
    for (const { at, bytes } of pieces) writeWhole(file, bytes, at);
    this.#forget(pieces);
  }

  #writeBehind(file: number): void {
    const pieces = (this.#underWay = this.#next.splice(0));
    const [first] = pieces;
    if (first === undefined) return;
    writev(
      file,
      pieces.map(({ bytes }) => bytes),
      first.at,
      (cause, count) => this.#wrote(pieces, file, cause, count),
    );
  }

  #wrote(pieces: readonly Piece[], file: number, cause: Error | null, count: number): void {
    try {
      if (cause !== null) throw cause;
      // A disk may take a part.
      let left = count;
      for (const { at, bytes } of pieces) {
        const done = Math.min(left, bytes.length);
        left -= done;
        writeWhole(file, bytes.subarray(done), at + done);
      }
    } catch (fault) {
      this.#fault ??= fault;
    }
    this.#forget(pieces);
    this.#writeBehind(file);
    this.#release();
  }

  #forget(pieces: readonly Piece[]): void {
    for (const { bytes } of pieces) {
      this.#waiting -= bytes.length;
      freeBytes(bytes);
    }
  }

  #release(): void {
    if (!this.#isOver || this.#file === null || this.#underWay.length > 0) return;
    closeSync(this.#file);
    this.#file = null;
  }

  #tell(): void {
    if (this.#fault !== null) throw this.#fault;
  }
}

function writeWhole(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}
