import type { RoundResult } from "../live-report.ts";
import { namesOfChecks } from "./names-of-checks.ts";
import { ANSWERED, isUnknownSample } from "./unknown-sample.ts";
import { sumOrNull } from "../numbers.ts";
import type { ForkRun, JobResult } from "../run-result.ts";

/** One sample of a job: a round of a live one, or its only run. */
export type Sample = Pick<RoundResult, "output" | "failed" | "usd" | "turns" | "durationMs"> & {
  readonly tokens: number | null;
  /** Whether it got an answer. One without has neither a price nor turns to compare. */
  readonly isAnswered: boolean;
  /** Whether its checks passed; null if it shows nothing of its prompt. */
  readonly isMet: boolean | null;
  readonly notExamined: readonly string[];
};

/** The jobs that differ in the axis alone, with their samples by value. */
export type AxisRow = { readonly row: string; readonly samples: ReadonlyMap<string, readonly Sample[]> };

/** The samples of all jobs that have this axis, in their order. */
export function axisRows(jobs: readonly JobResult[], axis: string): readonly AxisRow[] {
  const own = jobs.filter(({ variant }) => variant[axis] !== undefined);
  const isOneScenario = new Set(own.map(({ scenario }) => scenario)).size === 1;
  const rows = Map.groupBy(own, (job) => rowOf(job, axis, isOneScenario));
  return [...rows].map(([row, group]) => ({
    row,
    samples: new Map(group.map((job) => [String(job.variant[axis]), samplesOf(job)])),
  }));
}

/** The values of the axis, in order of appearance. */
export function axisValues(
  jobs: readonly { readonly variant: JobResult["variant"] }[],
  axis: string,
): readonly string[] {
  return [...new Set(jobs.flatMap(({ variant }) => (variant[axis] === undefined ? [] : [String(variant[axis])])))];
}

/** What distinguishes a row: the row of its data, and the other axes of the job. */
function rowOf({ scenario, variant, row }: JobResult, axis: string, isOneScenario: boolean): string {
  const others = Object.entries(variant).filter(([name]) => name !== axis);
  const parts = [...(row === undefined ? [] : [["row", row.id]]), ...others];
  const words = parts.map(([name, value]) => `${name}=${value}`).join(", ");
  if (words === "") return scenario;
  return isOneScenario ? words : `${scenario} [${words}]`;
}

/** Neither a skipped job nor one that could not run is a sample. */
function samplesOf({ outcome, rounds, forks, checks }: JobResult): readonly Sample[] {
  if (outcome.status === "skipped" || outcome.status === "errored") return [];
  if (rounds !== undefined) return rounds.map(sampleOf);
  const turns = forks.flatMap((fork) => fork.turns);
  const failed = namesOfChecks(checks, "failed");
  return [
    {
      output: forks[0]?.output ?? null,
      isAnswered: true,
      isMet: isUnknownSample(failed) ? null : outcome.status === "passed",
      failed,
      notExamined: namesOfChecks(checks, "not examined"),
      usd: forks.length === 0 ? null : sumOrNull(forks.map(({ cost }) => cost?.usd ?? null)),
      tokens: turns.length === 0 ? null : sumOrNull(turns.map(tokensOf)),
      turns: turns.length,
      durationMs: null,
    },
  ];
}

function sampleOf(round: RoundResult): Sample {
  const { failed, notExamined = [], passed, usage } = round;
  const isMet = isUnknownSample(failed) ? null : passed;
  return { ...round, tokens: tokensOf(usage), isAnswered: !failed.includes(ANSWERED), isMet, notExamined };
}

function tokensOf(usage: Pick<ForkRun["turns"][number], "read" | "write" | "fresh" | "output"> | null): number | null {
  return usage === null ? null : sumOrNull([usage.read, usage.write, usage.fresh, usage.output]);
}
