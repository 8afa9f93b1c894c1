import { closeSync, openSync, writeSync } from "node:fs";

import { freeBytes } from "./free-bytes.ts";

/**
 * A new file whose bytes the system has when a call returns. A thread that writes in the background costs more processor time than it saves:
 * waking it for each piece takes longer than copying the piece into the system's cache. A later call throws the first error of the disk.
 */
export class NewFile {
  readonly #path: string;
  #file: number | null = null;
  #end = 0;
  #fault: unknown = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** The bytes are the file's from now on, and are freed. */
  append(bytes: Buffer): void {
    if (this.#fault !== null) throw this.#fault;
    try {
      // Opened with the first bytes, because many requests and answers are empty.
      this.#file ??= openSync(this.#path, "wx", 0o600);
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done);
      }
    } catch (fault) {
      this.#fault = fault;
      throw fault;
    }
    this.#end += bytes.length;
    freeBytes(bytes);
  }

  /** No more is appended. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    if (this.#fault !== null) throw this.#fault;
  }
}
