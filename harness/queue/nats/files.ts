import { createHash } from "node:crypto";
import { epochMs } from "../../io/clock.ts";
import { compress, decompress, lengthOf } from "../../io/packed/compress.ts";
import { chunkSize, largestMessage } from "./largest-message.ts";
import type { Queue } from "./open-queue.ts";
import { persist } from "./persist.ts";

/** Marks names of content that the bucket of small files has: the object store needs five requests for what one message holds. */
const SMALL = "small-";

/** Content that is compressed, by the name that it has in the store. */
export type PackedContent = { readonly name: string; readonly packed: Buffer };

/** Content by a name that follows from its digest. One process puts the same content once. */
export class QueueFiles {
  readonly #queue: Queue;
  readonly #known = new Map<string, Promise<void>>();

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** The name that content has, here or not. */
  nameOf(parts: readonly Uint8Array[]): string {
    const hash = createHash("sha256");
    for (const part of parts) hash.update(part);
    const digest = hash.digest("hex");
    return lengthOf(parts) <= largestMessage(this.#queue) ? SMALL + digest : digest;
  }

  /** The name under which other processes get it. @throws HarnessError HX436, HX437 */
  async put(parts: readonly Uint8Array[]): Promise<string> {
    const name = this.nameOf(parts);
    if (!this.#known.has(name)) this.#known.set(name, this.#putNew(name, compress(parts)));
    await this.#known.get(name);
    return name;
  }

  /** The same for content that is compressed already. */
  async putPacked({ name, packed }: PackedContent): Promise<void> {
    const putting = this.#known.get(name) ?? this.#putNew(name, packed);
    this.#known.set(name, putting);
    await putting;
  }

  /** Null if it was deleted or has expired. */
  async get(name: string): Promise<Buffer | null> {
    const { files, smallFiles } = this.#queue;
    const bytes = await persist(this.#queue, async () =>
      name.startsWith(SMALL) ? ((await smallFiles.get(name))?.value ?? null) : files.getBlob(name),
    );
    return bytes === null ? null : decompress(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  async #putNew(name: string, bytes: Uint8Array): Promise<void> {
    const { files, smallFiles } = this.#queue;
    await persist(this.#queue, async () => {
      // One that an earlier run has put gets older no longer.
      if (name.startsWith(SMALL)) return void (await smallFiles.put(name, bytes));
      const found = await files.info(name);
      const isFresh = found !== null && !found.deleted && Date.parse(found.mtime) > epochMs() - DAY_MS;
      const options = { max_chunk_size: chunkSize(this.#queue) };
      if (!isFresh) await files.putBlob({ name, options }, bytes);
    });
  }
}

const DAY_MS = 24 * 3600 * 1000;
