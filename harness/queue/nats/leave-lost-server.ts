import { pause } from "../../io/clock.ts";
import type { Queue } from "./open-queue.ts";

/** A server that restarts is back earlier, and takes what a worker still has for it. */
const GRACE_MS = 3_000;

/**
 * Watches over the end that `signal` asks for, until it is disposed of: requests are repeated for minutes, which is too long for the end of
 * a process. If the server takes no connection, the queue is closed, so that every request fails at once.
 */
export function leaveLostServer(queue: Queue, signal: AbortSignal, say: (line: string) => void): Disposable {
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    await pause(GRACE_MS, ended.signal);
    while (!ended.signal.aborted && (await queue.takesConnections())) await pause(GRACE_MS, ended.signal);
    if (ended.signal.aborted) return;
    say(`${queue.server} is not there: ending without it\n`);
    await queue.connection.close();
  };
  // The closed connection is reported by the requests that it fails.
  signal.addEventListener("abort", () => void watch().catch(() => {}), { once: true, signal: ended.signal });
  return { [Symbol.dispose]: () => ended.abort() };
}
