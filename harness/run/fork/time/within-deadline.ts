import { startTimer } from "../../../io/clock.ts";

/**
 * Runs a subject in real time, because user code may wait for ever. When the time is over its signal is aborted, and `onLate`,
 * which receives the reason, returns the result.
 */
export async function withinDeadline<T>(
  limitMs: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
  onLate: (why: string) => T,
): Promise<T> {
  const late = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<T>();
  const cancel = startTimer(limitMs, () => {
    const why = `HX195 the fork was not done after ${limitMs} ms and was stopped; find what it waits for, or give the scenario a longer \`timeout\``;
    resolve(onLate(why));
    late.abort(new Error(why));
  });
  try {
    return await Promise.race([run(AbortSignal.any([outer, late.signal])), expired]);
  } finally {
    cancel();
  }
}
