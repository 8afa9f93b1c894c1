import { Bench } from "tinybench";

/** One side of a race, and what it needs made anew before each of its rounds. */
export type Runner = { readonly run: () => unknown; readonly before?: () => void };

/** Medians of both in milliseconds of processor time: a machine that does other things, too, adds nothing to it. */
export async function race(ours: Runner, theirs: Runner): Promise<readonly [ours: number, theirs: number]> {
  const bench = new Bench({ throws: true, time: 300, warmupTime: 150, now: processorMs });
  for (const [name, { run, before = () => {} }] of Object.entries({ ours, theirs })) {
    bench.add(name, run, { beforeEach: before });
  }
  await bench.run();
  const [one = Number.NaN, other = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 : Number.NaN,
  );
  return [one, other];
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
