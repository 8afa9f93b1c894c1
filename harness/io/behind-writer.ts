import { closeSync, openSync, write, writeSync } from "node:fs";

/** Bytes that may wait for the disk. Later bytes are written before anything else happens. */
const MOST_WAITING = 8 * 1024 * 1024;

/**
 * A new file that is written in the background: each piece goes to the disk at its own place, so that pieces do not wait for each
 * other. A later call throws the error of the disk.
 */
export class BehindWriter {
  readonly #path: string;
  readonly #underWay = new Map<number, Buffer>();
  #file: number | null = null;
  #end = 0;
  #waiting = 0;
  #isOver = false;
  #fault: unknown = null;

  constructor(path: string) {
    this.#path = path;
  }

  append(bytes: Buffer): void {
    this.#tell();
    // Opened with the first bytes, because many requests and answers are empty.
    const file = (this.#file ??= openSync(this.#path, "wx", 0o600));
    const at = this.#end;
    this.#end += bytes.length;
    if (this.#waiting + bytes.length > MOST_WAITING) return writeWhole(file, bytes, at);
    this.#underWay.set(at, bytes);
    this.#waiting += bytes.length;
    write(file, bytes, 0, bytes.length, at, (cause, count) => this.#wrote(at, bytes, cause, count));
  }

  /** Resolves nothing and waits for nothing: what is under way is written once more, the same bytes at the same places. */
  settle(): void {
    this.#tell();
    if (this.#file !== null) for (const [at, bytes] of this.#underWay) writeWhole(this.#file, bytes, at);
  }

  /** No more is appended. */
  close(): void {
    this.#isOver = true;
    this.#release();
    this.#tell();
  }

  #wrote(at: number, bytes: Buffer, cause: Error | null, count: number): void {
    this.#underWay.delete(at);
    this.#waiting -= bytes.length;
    try {
      if (cause !== null) throw cause;
      // A disk may take a part.
      if (count < bytes.length && this.#file !== null) writeWhole(this.#file, bytes.subarray(count), at + count);
    } catch (fault) {
      this.#fault ??= fault;
    }
    this.#release();
  }

  #release(): void {
    if (!this.#isOver || this.#file === null || this.#underWay.size > 0) return;
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
