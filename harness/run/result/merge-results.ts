import { isDeepStrictEqual } from "node:util";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { compareAxis } from "../../kernel/evals/compare-axis.ts";
import type { RunResult, RunSummary } from "../../kernel/run-result.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { mergeComparisons } from "./merge-comparisons.ts";
import { outcomeOf } from "./run-outcome.ts";
import type { ShardResult } from "./shard-result.ts";

/**
 * The result of the run that the shards divided: outside `timing` the same as that of one run without shards.
 *
 * @throws HarnessError HX525 for results that are not the shards of one run, each once, or that did not reach their end
 */
export function mergeResults(shards: readonly ShardResult[]): RunResult {
  const ordered = inOrder(shards);
  const [first] = ordered;
  if (first === undefined) throw new Error("nothing to merge");
  const results = ordered.map(({ result }) => result);
  const total = results.reduce((sum, { jobs }) => sum + jobs.length, 0);
  ordered.forEach(refuseUnfinished);
  refuseGaps(ordered, total);
  refuseOverlaps(ordered);
  // Shards take turns: the first job of each, then the second of each.
  const jobs = Array.from(
    { length: total },
    (_, index) => results[index % results.length]?.jobs[Math.floor(index / results.length)],
  ).flatMap((job) => job ?? []);
  const outcomes = results.map(({ outcome }) => outcome);
  const found = outcomeOf(jobs);
  const failures = results.flatMap((result) => result.failures ?? []);
  const baseline = mergeComparisons(ordered);
  return {
    ...first.result,
    ...(failures.length > 0 && { failures }),
    ...(baseline !== null && { baseline }),
    // Shards divide the values of an axis, too.
    ...(first.result.comparison && { comparison: compareAxis(jobs, first.result.comparison.axis) }),
    outcome: found === "passed" && outcomes.includes("failed") ? "failed" : found,
    selection: { ...first.result.selection, shard: null },
    summary: summed(results.map(({ summary }) => summary)),
    jobs,
    timing: {
      startedAt: results.map(({ timing }) => timing.startedAt).sort()[0] ?? first.result.timing.startedAt,
      durationMs: Math.max(...results.map(({ timing }) => timing.durationMs)),
      jobsMs: Object.fromEntries(
        jobs.map(({ id }) => [id, results.flatMap(({ timing }) => timing.jobsMs[id] ?? [])[0] ?? 0]),
      ),
    },
  };
}

/** By the number of the shard. */
function inOrder(shards: readonly ShardResult[]): readonly ShardResult[] {
  const [first] = shards;
  const selectionOf = ({ result }: ShardResult): object => ({ ...result.selection, shard: null });
  const owners = new Map<number, string>();
  for (const each of shards) {
    const { file, result } = each;
    const { shard } = result.selection;
    if (shard === null) throw refused("this result is not of a shard", file, "merge results of `run --shard I/N`");
    if (first !== undefined && !isDeepStrictEqual(selectionOf(each), selectionOf(first)))
      throw refused(
        `this result is of another selection than ${first.file}`,
        file,
        "run all shards with the same paths and options",
      );
    const count = first?.result.selection.shard?.count;
    if (shard.count !== count)
      throw refused(
        `this is one of ${shard.count} shards, ${first?.file} one of ${count}`,
        file,
        "run all shards with the same N",
      );
    if (result.version !== first?.result.version)
      throw refused(
        `this result is of version ${result.version}, ${first?.file} of ${first?.result.version}`,
        file,
        "run all shards with one version",
      );
    if (!isDeepStrictEqual(result.dates, first.result.dates))
      throw refused(
        `the cache rules or prices of this result have other dates than those of ${first.file}`,
        file,
        "run all shards with one version and the same --rules",
      );
    const owner = owners.get(shard.index);
    if (owner !== undefined)
      throw refused(
        `shard ${shard.index}/${shard.count} is there twice`,
        `${owner} and ${file}`,
        "name each result once",
      );
    owners.set(shard.index, file);
  }
  const count = first?.result.selection.shard?.count ?? 0;
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !owners.has(index));
  if (missing.length > 0) {
    const names = missing.map((index) => `${index}/${count}`).join(", ");
    throw refused(`no result of shard ${names}`, first?.file ?? "", "name the results of all shards");
  }
  return shards.toSorted((a, b) => (a.result.selection.shard?.index ?? 0) - (b.result.selection.shard?.index ?? 0));
}

function refuseUnfinished({ file, result: { outcome, summary } }: ShardResult): void {
  if (summary.notRun > 0) throw refused(`${pluralize(summary.notRun, "job")} of this shard did not run`, file, AGAIN);
  if (outcome === "interrupted") throw refused("the run of this shard was interrupted", file, AGAIN);
}

const AGAIN = "run this shard again";

/** Shards of one selection differ by one job at most, the first ones having more. */
function refuseGaps(shards: readonly ShardResult[], total: number): void {
  const sizes = shards.map(({ result }) => result.jobs.length);
  if (sizes.every((size, at) => size === Math.ceil((total - at) / shards.length))) return;
  const what = `the shards have ${sizes.join(", ")} jobs: these are not parts of one selection`;
  throw refused(what, shards.map(({ file }) => file).join(", "), "run all shards of the same scenarios");
}

/** Shards of two states of the scenarios may have the right sizes, and one job in both stands where another is missing. */
function refuseOverlaps(shards: readonly ShardResult[]): void {
  const owners = new Map<string, string>();
  for (const { file, result } of shards) {
    for (const { id } of result.jobs) {
      const owner = owners.get(id);
      if (owner !== undefined) {
        const fix = "run all shards of the same scenarios";
        throw refused(
          `the job "${id}" is in two shards: these are not parts of one selection`,
          `${owner} and ${file}`,
          fix,
        );
      }
      owners.set(id, file);
    }
  }
}

/** All shards load the same files. */
function summed(summaries: readonly RunSummary[]): RunSummary {
  const sum = (key: keyof RunSummary): number => summaries.reduce((total, summary) => total + summary[key], 0);
  return {
    files: summaries[0]?.files ?? 0,
    jobs: sum("jobs"),
    passed: sum("passed"),
    failed: sum("failed"),
    errored: sum("errored"),
    skipped: sum("skipped"),
    warnings: sum("warnings"),
    notRun: 0,
  };
}

function refused(what: string, where: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX525", what, where, fix, exit: 2 });
}
