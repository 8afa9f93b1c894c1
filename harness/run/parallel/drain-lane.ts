import { yieldToEventLoop } from "../../io/yield-to-event-loop.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { JobLane, RanJob } from "./job-lane.ts";

/** A scenario, and its place in the run. */
export type NumberedScenario = { readonly index: number; readonly scenario: Scenario };

export type DrainOptions = {
  /** The next job; null if no job is left for this lane. */
  readonly take: () => NumberedScenario | null;
  readonly onRan: (index: number, ran: RanJob) => void;
  /** Whether the lane may be given a job while it runs another one. */
  readonly isAhead: () => boolean;
};

/** A job that takes longer gains nothing from a next one at hand. */
const SHORT_JOB_MS = 200;

/** Has a lane run jobs, beginning with `first`, until no job is left for it or the run is aborted. */
export async function drainLane(
  lane: JobLane,
  first: NumberedScenario | null,
  { take, onRan, isAhead }: DrainOptions,
): Promise<void> {
  let lastMs = Infinity;
  let isAborted = false;
  const run = async ({ index, scenario }: NumberedScenario): Promise<void> => {
    const ran = await lane.run(scenario);
    if (ran === null) {
      isAborted = true;
      return;
    }
    lastMs = ran.durationMs;
    onRan(index, ran);
  };
  const running: Promise<void>[] = [];
  for (let job = first; job !== null; job = isAborted ? null : take()) {
    await yieldToEventLoop();
    running.push(run(job));
    const waiting = lastMs < SHORT_JOB_MS && isAhead() ? 1 : 0;
    while (running.length > waiting) await running.shift();
  }
  await Promise.all(running);
}
