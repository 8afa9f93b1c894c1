import { startTimer } from "../../io/clock.ts";
import type { SubjectReport } from "./subject-task.ts";

/**
 * Runs a subject in real time: somebody else's code may wait for something that never comes. When the time is over its signal is aborted,
 * `stop` is told why, and the report says so.
 */
export async function withinDeadline(
  limitMs: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<SubjectReport>,
  stop: (why: string) => void,
): Promise<SubjectReport> {
  const late = new AbortController();
  const { promise: expired, resolve } = Promise.withResolvers<SubjectReport>();
  const cancel = startTimer(limitMs, () => {
    const error = `HX195 the fork was not done after ${limitMs} ms and was stopped; find what it waits for, or give the scenario a longer \`timeout\``;
    resolve({ stop: "timeout", output: null, decisions: null, error });
    late.abort(new Error(error));
    stop(error);
  });
  try {
    return await Promise.race([run(AbortSignal.any([outer, late.signal])), expired]);
  } finally {
    cancel();
  }
}
