import type { JsMsg } from "@nats-io/jetstream";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";

/** A job that three workers did not survive is not given to a fourth. */
export const MOST_STARTS = 3;

/**
 * Whether a job may start: the server also counts deliveries to workers that died, or gave the job back, before they began it. The
 * bucket of runs counts the starts behind the first delivery.
 */
export async function mayStart(queue: Queue, message: JsMsg): Promise<boolean> {
  if (message.info.deliveryCount <= 1) return true;
  const starts = await persist(queue, () => startsOf(queue, message));
  if (starts >= MOST_STARTS) return false;
  await persist(queue, () => writeStarts(queue, message, starts + 1));
  return true;
}

/** Has the server deliver a job to another worker at once. A start that this worker ended itself does not count. */
export async function giveBack(queue: Queue, message: JsMsg, state: "waiting" | "started"): Promise<void> {
  try {
    // Without an entry, the first delivery counts as a start.
    if (state === "started" || message.info.deliveryCount === 1)
      await writeStarts(queue, message, (await startsOf(queue, message)) - 1);
  } catch {
    // The server cannot be reached: the start counts, and another worker gets the job once this one was silent for long.
  }
  message.nak();
}

async function startsOf(queue: Queue, message: JsMsg): Promise<number> {
  const found = await queue.runs.get(keyOf(message));
  return found === null ? 1 : found.json<number>();
}

async function writeStarts(queue: Queue, message: JsMsg, starts: number): Promise<void> {
  await queue.runs.put(keyOf(message), JSON.stringify(starts));
}

/** The last two tokens of a job's subject are its run and its index. */
function keyOf({ subject }: JsMsg): string {
  return `starts.${subject.split(".").slice(-2).join(".")}`;
}
