import { createHash } from "node:crypto";
import { epochMs } from "../../io/clock.ts";
import type { Queue } from "./open-queue.ts";
import { persist } from "./persist.ts";

/** Content by its digest. A digest that was put or found once is not asked for again. */
export class QueueFiles {
  readonly #queue: Queue;
  readonly #known = new Map<string, Promise<void>>();

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** @throws HarnessError HX436, HX437 */
  async put(bytes: Uint8Array): Promise<string> {
    const digest = createHash("sha256").update(bytes).digest("hex");
    const putting = this.#known.get(digest) ?? this.#putNew(digest, bytes);
    this.#known.set(digest, putting);
    await putting;
    return digest;
  }

  /** Null if it was deleted or has expired. */
  async get(digest: string): Promise<Buffer | null> {
    const bytes = await persist(this.#queue, () => this.#queue.files.getBlob(digest));
    return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async #putNew(digest: string, bytes: Uint8Array): Promise<void> {
    await persist(this.#queue, async () => {
      const found = await this.#queue.files.info(digest);
      // A later run may put it again before it expires.
      const isFresh = found !== null && !found.deleted && Date.parse(found.mtime) > epochMs() - DAY_MS;
      if (!isFresh) await this.#queue.files.putBlob({ name: digest }, bytes);
    });
  }
}

const DAY_MS = 24 * 3600 * 1000;
