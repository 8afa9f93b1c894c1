import { monotonicMs, pause } from "../../io/clock.ts";
import type { Queue } from "./open-queue.ts";
import { isPassing, lostStream, queueFault, saysLost, silentStore } from "./queue-faults.ts";

/** A network or a server may be gone this long. */
const PATIENCE_MS = 300_000;

/** A server that is there, but whose JetStream has not answered for so long, does not recover: server 2.9 does so if its disk is full. */
const SILENCE_MS = 20_000;

/** After so long our connection may be the one that hangs, as where a network has forgotten it: it is made anew once. */
const HUNG_MS = 8_000;

const PAUSE_MS = 250;

/**
 * Repeats a request until the server answers. Only for requests that may arrive twice.
 *
 * @throws HarnessError HX432 after `patienceMs`, HX434, HX436, HX437, HX439
 */
export async function persist<Result>(
  queue: Queue,
  request: () => Promise<Result>,
  patienceMs: number = PATIENCE_MS,
): Promise<Result> {
  const endMs = monotonicMs() + patienceMs;
  let silentSinceMs: number | null = null;
  let isAnew = false;
  for (;;) {
    const askedMs = monotonicMs();
    try {
      return await request();
    } catch (fault) {
      if (!isPassing(fault) || queue.connection.isClosed() || monotonicMs() > endMs)
        throw queueFault(fault, queue.server);
      if (await hasLostStreams(queue, fault)) throw lostStream(queue.server, "its streams are gone");
      silentSinceMs = (await isSilent(queue, fault)) ? (silentSinceMs ?? askedMs) : null;
      if (silentSinceMs !== null && monotonicMs() - silentSinceMs > (isAnew ? SILENCE_MS : HUNG_MS)) {
        if (isAnew) throw silentStore(queue.server);
        queue.reconnect();
        isAnew = true;
        silentSinceMs = null;
      }
      await pause(PAUSE_MS);
    }
  }
}

/** Its connection may hang with its JetStream, so only a new one shows that the server is there. */
async function isSilent(queue: Queue, fault: unknown): Promise<boolean> {
  return fault instanceof Error && fault.name === "TimeoutError" && (await queue.takesConnections());
}

/** A message that no stream takes is answered as by a server without JetStream: only a question after the streams tells these apart. */
async function hasLostStreams({ manager, names }: Queue, fault: unknown): Promise<boolean> {
  if (!(fault instanceof Error) || fault.name !== "JetStreamNotEnabled") return false;
  try {
    await Promise.all([manager.streams.info(names.jobs), manager.streams.info(names.results)]);
    return false;
  } catch (cause) {
    return saysLost(cause);
  }
}
