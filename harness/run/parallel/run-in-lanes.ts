import { startTimer } from "../../io/clock.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { drainLane, type NumberedScenario } from "./drain-lane.ts";
import type { JobLane, RanJob } from "./job-lane.ts";

/** The lanes of a run. */
export type Lanes = {
  /** In this process. It alone runs live jobs, which share one budget and their parents. */
  readonly own: JobLane;
  /** How many other jobs it runs at once. Each other lane that is ready takes the place of one. */
  readonly inside: number;
  /** How many live jobs it runs at once. */
  readonly live: number;
  /** Opens another one, in a process of its own. */
  readonly open: () => JobLane;
  /** How many others there may be. */
  readonly others: number;
  /** Whether they start at once; else only for a run that is long enough to gain from them. */
  readonly atOnce: boolean;
  /** Whether another process may be given its next job before one has ended: this process may be busy when it asks. */
  readonly ahead: boolean;
};

/** A run that ends by then gains nothing from more processes: each has to load and optimise the code again. */
const SHORT_RUN_MS = 2_000;

/** Of the last jobs each process takes one only when it is idle, so that all end at the same time. */
const LAST_JOBS = 4;

/**
 * Runs jobs in several lanes; each takes the first job that is left. `onDone` is called as jobs end, in any order. It answers
 * whether the jobs behind that one still count: if not, none of them begins. Those before it still run, so that the result is the
 * one of a single lane.
 */
export async function runInLanes(
  scenarios: readonly Scenario[],
  { own, inside, open, others, atOnce, ahead, live }: Lanes,
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
  const onRan = (index: number, ran: RanJob): void => {
    ended += 1;
    if (onDone(index, ran) === "last") dropBehind(index);
  };
  const drain = (
    lane: JobLane,
    first: NumberedScenario | null,
    isWanted: (scenario: Scenario) => boolean,
    isAhead: () => boolean = () => false,
  ): Promise<void> => drainLane(lane, first, { take: () => next(isWanted), onRan, isAhead });
  const isAhead = (): boolean => ahead && left.size > LAST_JOBS * (others + 1);
  const opened: Promise<void>[] = [];
  const openOthers = (): void => {
    for (let count = 0; count < others && hasOffline(); count += 1) opened.push(drainOther());
  };
  let replaced = 0;
  const drainOther = async (): Promise<void> => {
    using lane = open();
    // A job that waited for a process to start would delay the end of a short run.
    await Promise.race([lane.ready, allTaken.promise]);
    replaced += 1;
    await drain(lane, next(isOffline), isOffline, isAhead);
  };
  const first = next(isOffline);
  if (atOnce) openOthers();
  // As many jobs again take as long again.
  const cancel = atOnce ? () => {} : startTimer(SHORT_RUN_MS, () => void (left.size > ended && openOthers()));
  await Promise.all(
    Array.from({ length: inside }, (_, at) => {
      // The first one stays.
      const take = (): NumberedScenario | null => (at > 0 && at >= inside - replaced ? null : next(isOffline));
      return drainLane(own, at === 0 ? first : take(), { take, onRan, isAhead: () => false });
    }),
  );
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
