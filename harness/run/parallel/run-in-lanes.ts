import { startTimer } from "../../io/clock.ts";
import { yieldToEventLoop } from "../../io/yield-to-event-loop.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { JobLane, RanJob } from "./job-lane.ts";

/** The lanes of a run. */
export type Lanes = {
  /** In this process. It alone runs live jobs, which share one budget and their parents. */
  readonly own: JobLane;
  /** How many live jobs it runs at once. */
  readonly live: number;
  /** Opens another one, in a process of its own. */
  readonly open: () => JobLane;
  /** How many others there may be. */
  readonly others: number;
  /** Whether they start at once; else only for a run that is long enough to gain from them. */
  readonly atOnce: boolean;
};

type NumberedScenario = { readonly index: number; readonly scenario: Scenario };

/** A run that ends by then gains nothing from more processes: each has to load and optimise the code again. */
const SHORT_RUN_MS = 2_000;

/**
 * Runs jobs in several lanes; each takes the first job that is left. `onDone` is called as jobs end, in any order. It answers
 * whether the jobs behind that one still count: if not, none of them begins. Those before it still run, so that the result is the
 * one of a single lane.
 */
export async function runInLanes(
  scenarios: readonly Scenario[],
  { own, open, others, atOnce, live }: Lanes,
  onDone: (index: number, ran: RanJob) => "go on" | "last",
): Promise<void> {
  const left = new Map(scenarios.map((scenario, index): [number, NumberedScenario] => [index, { scenario, index }]));
  let ended = 0;
  const allTaken = Promise.withResolvers<void>();
  const hasOffline = (): boolean => {
    for (const { scenario } of left.values()) if (isOffline(scenario)) return true;
    return false;
  };
  const next = (isWanted: (scenario: Scenario) => boolean): NumberedScenario | null => {
    for (const job of left.values()) {
      if (!isWanted(job.scenario)) continue;
      left.delete(job.index);
      return job;
    }
    allTaken.resolve();
    return null;
  };
  const dropBehind = (last: number): void => {
    for (const index of left.keys()) if (index > last) left.delete(index);
  };
  const drain = async (
    lane: JobLane,
    first: NumberedScenario | null,
    isWanted: (scenario: Scenario) => boolean,
  ): Promise<void> => {
    for (let job = first; job !== null; job = next(isWanted)) {
      const { index, scenario } = job;
      await yieldToEventLoop();
      const ran = await lane.run(scenario);
      if (ran === null) return;
      ended += 1;
      if (onDone(index, ran) === "last") dropBehind(index);
    }
  };
  const opened: Promise<void>[] = [];
  const openOthers = (): void => {
    for (let count = 0; count < others && hasOffline(); count += 1) opened.push(drainOther());
  };
  const drainOther = async (): Promise<void> => {
    using lane = open();
    // A job that waited for a process to start would delay the end of a short run.
    await Promise.race([lane.ready, allTaken.promise]);
    await drain(lane, next(isOffline), isOffline);
  };
  const first = next(isOffline);
  if (atOnce) openOthers();
  // As many jobs again take as long again.
  const cancel = atOnce ? () => {} : startTimer(SHORT_RUN_MS, () => void (left.size > ended && openOthers()));
  await drain(own, first, isOffline);
  cancel();
  // Behind the others: a mocked job keeps its process on loopback.
  await Promise.all(Array.from({ length: live }, () => drain(own, next(isLive), isLive)));
  await Promise.all(opened);
}

function isOffline(scenario: Scenario): boolean {
  return !isLive(scenario);
}

function isLive(scenario: Scenario): boolean {
  return scenario.kind === "fork" && scenario.provider.mode === "live";
}
