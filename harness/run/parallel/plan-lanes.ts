import type { Scenario } from "../../scenario/scenario.ts";
import type { Lanes } from "./run-in-lanes.ts";

/** The user's wish: so many processes besides this one, and whether by `--jobs`. */
export type ParallelWish = Pick<Lanes, "others" | "atOnce"> & {
  /** Cores that this process may use. */
  readonly cores: number;
};

/**
 * More jobs than cores gain only if they wait. A module waits in a process of its own, so that one process of ours runs several such jobs at
 * once: each process more would load and optimise the same code. Others start for a run that turns out to be long.
 */
export function planLanes(
  jobs: readonly Scenario[],
  { others, atOnce, cores }: ParallelWish,
): Pick<Lanes, "inside" | "others" | "atOnce"> {
  const wanted = others + 1;
  if (!atOnce || wanted <= cores || !jobs.every(waitsElsewhere)) return { inside: 1, others, atOnce };
  return { inside: wanted, others: cores - 1, atOnce: false };
}

function waitsElsewhere(scenario: Scenario): boolean {
  return scenario.skip !== null || runsModule(scenario);
}

/** Whether a job runs a module of the user's. */
export function runsModule(scenario: Scenario): boolean {
  return scenario.kind === "fork" && scenario.skip === null && scenario.fork.subject.kind === "module";
}
