import { pause } from "../../io/clock.ts";
import type { Queue } from "../nats/open-queue.ts";

/** Other workers connect again within this time. */
const OTHERS_MS = 1_000;

/**
 * Notices that the server has started again. If it crashed, it may have lost its last results, and deliver their jobs again to any worker. So
 * each worker sends its results again, and asks for the result of such a job only after the others could do so.
 */
export class NewServer {
  #settled: Promise<unknown> = Promise.resolve();

  constructor({ connection }: Queue, signal: AbortSignal, sendAgain: () => Promise<void>) {
    void this.#watch(connection, signal, sendAgain);
  }

  /** Resolves once results may be asked for. @throws what sending them again threw */
  get settled(): Promise<unknown> {
    return this.#settled;
  }

  async #watch(connection: Queue["connection"], signal: AbortSignal, sendAgain: () => Promise<void>): Promise<void> {
    let known = connection.info?.server_id;
    for await (const { type } of connection.status()) {
      const server = connection.info?.server_id;
      if (type !== "reconnect" || server === known) continue;
      known = server;
      this.#settled = Promise.all([this.#settled, sendAgain(), pause(OTHERS_MS, signal)]);
      // A fault is thrown where this is awaited.
      this.#settled.catch(() => {});
    }
  }
}
