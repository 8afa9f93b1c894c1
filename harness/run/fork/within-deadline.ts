import { startTimer } from "../../io/clock.ts";
import { HarnessError } from "../../kernel/harness-error.ts";

/**
 * Runs a subject in real time: somebody else's code may wait for something that never comes. Its signal is aborted when
 * the time is over.
 *
 * @throws HarnessError HX195 where it was
 */
export async function withinDeadline<T>(
  limitMs: number,
  who: string,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const cancel = startTimer(limitMs, () => {
    const fault = new HarnessError({
      code: "HX195",
      what: `the fork was not done after ${limitMs} ms`,
      where: who,
      mend: "see what it waits for, or give the scenario a longer `timeout`",
      exit: 2,
    });
    late.abort(fault);
    reject(fault);
  });
  try {
    return await Promise.race([run(AbortSignal.any([outer, late.signal])), expired]);
  } finally {
    cancel();
  }
}
