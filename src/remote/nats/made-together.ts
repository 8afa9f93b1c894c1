import { setTimeout } from "node:timers/promises";

/**
 * Makes a stream or a bucket. Of two processes that make the same one at the same time, the server may refuse the later, since the first is
 * not done: then it is tried again, for a second at most. A foreign stream with the same subjects still fails.
 */
export async function madeTogether<T>(make: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    try {
      return await make();
    } catch (fault) {
      if (left === 0 || !saysOverlap(fault)) throw fault;
      await setTimeout(50);
    }
  }
}

function saysOverlap(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === SUBJECTS_OVERLAP;
}

/** The server's number for "subjects overlap with an existing stream" (nats-server, `server/errors.json`). */
const SUBJECTS_OVERLAP = 10065;
