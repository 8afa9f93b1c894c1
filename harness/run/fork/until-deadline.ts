import { startTimer } from "../../io/clock.ts";
import { HarnessError } from "../../kernel/harness-error.ts";

/** Waits for a subject in real time: somebody else's code may wait for something that never comes. */
export async function untilDeadline<T>(run: Promise<T>, limitMs: number, who: string): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const cancel = startTimer(limitMs, () => {
    reject(
      new HarnessError({
        code: "HX195",
        what: `${who} was not done after ${limitMs} ms`,
        mend: "see what it waits for, or give the scenario a longer `timeout`",
        exit: 2,
      }),
    );
  });
  try {
    return await Promise.race([run, expired]);
  } finally {
    cancel();
  }
}
