import { monotonicMs, pause } from "../../io/clock.ts";
import type { Queue } from "./open-queue.ts";
import { isPassing, queueFault } from "./queue-faults.ts";

/** A network or a server may be gone this long. */
const PATIENCE_MS = 300_000;

const PAUSE_MS = 250;

/**
 * Repeats a request until the server answers. Only for requests that may arrive twice.
 *
 * @throws HarnessError HX432 after five minutes, HX434, HX436, HX437, HX439
 */
export async function persist<Result>(queue: Queue, request: () => Promise<Result>): Promise<Result> {
  const endMs = monotonicMs() + PATIENCE_MS;
  for (;;) {
    try {
      return await request();
    } catch (fault) {
      if (!isPassing(fault) || queue.connection.isClosed() || monotonicMs() > endMs)
        throw queueFault(fault, queue.server);
      await pause(PAUSE_MS);
    }
  }
}
