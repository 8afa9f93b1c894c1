import type { JsMsg } from "@nats-io/jetstream";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";

/** A job that three workers did not survive is not given to a fourth. */
export const MOST_STARTS = 3;

/**
 * How often workers have started a job before. The server also counts deliveries to workers that died, or gave the job back, before they
 * began it, so the bucket of runs counts the starts behind the first delivery.
 */
export async function earlierStarts(queue: Queue, message: JsMsg): Promise<number> {
  return isFirstDelivery(message) ? 0 : persist(queue, () => startsOf(queue, message));
}

/** Counts a start before it happens. */
export async function countStart(queue: Queue, message: JsMsg, earlier: number): Promise<void> {
  if (!isFirstDelivery(message)) await persist(queue, () => writeStarts(queue, message, earlier + 1));
}

/** Has the server deliver a job to another worker at once. A start that this worker ended itself does not count. */
export async function giveBack(queue: Queue, message: JsMsg, state: "waiting" | "started"): Promise<void> {
  try {
    // Without an entry, the first delivery counts as a start.
    if (state === "started" || isFirstDelivery(message))
      await writeStarts(queue, message, (await startsOf(queue, message)) - 1);
  } catch {
    // The server cannot be reached: the start counts, and another worker gets the job once this one was silent for long.
  }
  message.nak();
}

function isFirstDelivery({ info }: JsMsg): boolean {
  return info.deliveryCount <= 1;
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
