import type { JobMessage } from "../messages.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";

/** A job that three workers did not survive is not given to a fourth. */
export const MOST_STARTS = 3;

/**
 * Whether a job that the server delivers again may start: the server also counts deliveries to workers that died, or gave the job
 * back, before they began it. The bucket of runs counts the starts behind the first delivery.
 */
export async function mayStartAgain(queue: Queue, { run, index }: JobMessage, delivery: number): Promise<boolean> {
  if (delivery <= 1) return true;
  const key = `starts.${run}.${index}`;
  const found = await persist(queue, () => queue.runs.get(key));
  const starts = found === null ? 1 : found.json<number>();
  if (starts >= MOST_STARTS) return false;
  await persist(queue, () => queue.runs.put(key, JSON.stringify(starts + 1)));
  return true;
}
