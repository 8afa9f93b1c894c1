import { Bench } from "tinybench";
import { median, takeTurns } from "./processes.ts";

/** One side of a race, and what it needs made anew before each of its rounds. */
export type Runner = { readonly run: () => unknown; readonly before?: () => void };

/** Turns of each side, one after the other, and how long one is. */
const TURNS = 12;
const TURN_MS = 40;

/** Shorter, and the side that comes first is still being compiled in its first turns. */
const WARM_UP_MS = 800;

/**
 * Medians of both in milliseconds of processor time: a machine that does other things, too, adds nothing to it. The two take turns, since a
 * neighbour who fills the caches in one half of a race would decide it.
 */
export async function race(ours: Runner, theirs: Runner): Promise<readonly [ours: number, theirs: number]> {
  const sides = [ours, theirs] as const;
  for (const side of sides) await measure(side, WARM_UP_MS);
  const [one, other] = await takeTurns(TURNS, sides, (side) => measure(side, TURN_MS));
  return [median(one.flat()), median(other.flat())];
}

async function measure({ run, before = () => {} }: Runner, time: number): Promise<readonly number[]> {
  const bench = new Bench({ throws: true, time, warmup: false, retainSamples: true, iterations: 4, now: processorMs });
  bench.add("side", run, { beforeEach: before });
  await bench.run();
  return bench.tasks.flatMap(({ result }) => ("latency" in result ? (result.latency.samples ?? []) : []));
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
