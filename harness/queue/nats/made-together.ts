import { pause } from "../../io/clock.ts";
import { apiCodeOf, SUBJECTS_OVERLAP } from "./queue-faults.ts";

/**
 * Makes a stream or a bucket. Of two processes that make the same one at the same time, the server may refuse the later, since the first is
 * not done: then it is tried again, for a second at most. A foreign stream with the same subjects still fails.
 */
export async function madeTogether<T>(make: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    try {
      return await make();
    } catch (fault) {
      if (left === 0 || apiCodeOf(fault) !== SUBJECTS_OVERLAP) throw fault;
      await pause(50);
    }
  }
}
