import { type Baseline, baselineOf, parseBaseline, renderBaseline } from "../../../baseline/baseline.ts";
import { compareBaselines, isSelected } from "../../../baseline/compare-baselines.ts";
import { readBytes, statKind, writeAtomically } from "../../../io/files/disk.ts";
import { workingPath } from "../../../io/files/working-path.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { BaselineComparison, BaselineDelta } from "../../../kernel/baseline-comparison.ts";
import type { RunResult, RunSelection } from "../../../kernel/run-result.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { type Invocation, valueOf } from "../../command.ts";
import { usageError } from "../../usage-error.ts";
import { isInCi } from "../is-in-ci.ts";

/** The baseline of a run, read before its first job. */
export type BaselineOptions = {
  readonly file: string;
  /** Null only if the run makes it. */
  readonly old: Baseline | null;
  readonly updates: boolean;
};

/** @throws HarnessError HX503, HX510, HX511, HX527 */
export function readBaselineOptions(invocation: Invocation): BaselineOptions | null {
  const file = valueOf(invocation, "baseline");
  const updates = invocation.options.has("update-baseline");
  if (file === null) {
    if (!updates) return null;
    throw usageError("HX503", "--update-baseline needs the file to write", "write --baseline FILE --update-baseline");
  }
  if (updates && isInCi()) {
    const fix = "update on your own machine and commit the file, or unset CI";
    throw usageError("HX510", "no baseline is written in continuous integration (CI is set)", fix);
  }
  if (updates && statKind(file) === "missing") return { file, old: null, updates };
  return { file, old: parseBaseline(readBytes(file).toString("utf8"), file), updates };
}

/** The jobs that a run selected, with the file of each: those of other shards too. */
type SelectedFiles = ReadonlyMap<string, string>;

/**
 * Refuses, before the first job, a baseline of other scenarios, of another working folder, and one that would get costs of two dates.
 *
 * @throws HarnessError HX528, HX530
 */
export function refuseForeignBaseline(
  { file, old, updates }: BaselineOptions,
  { selection, dates }: Pick<RunResult, "selection" | "dates">,
  selected: SelectedFiles,
): void {
  if (old === null) return;
  const unselected = old.jobs.filter((job) => !selected.has(job.id) && !isSelected(job, fromHere(selection)));
  if (updates) return refuseMixedDates(file, old.dates, dates, unselected.length);
  if (unselected.length === old.jobs.length) {
    throw new HarnessError({
      code: "HX528",
      what: `nothing to compare: none of the baseline's ${pluralize(old.jobs.length, "job")} is selected`,
      where: file,
      fix: "name the baseline of these scenarios, or update it with --update-baseline",
      exit: 2,
    });
  }
  refuseOtherFolder(file, old, selected, unselected.length);
}

/** From another working folder the files have other paths, so a line whose scenario is gone would not be missed. */
function refuseOtherFolder(file: string, old: Baseline, selected: SelectedFiles, unselected: number): void {
  const pairs = old.jobs.flatMap((job) => {
    const now = selected.get(job.id);
    return now === undefined ? [] : [{ was: job.file, now }];
  });
  const [first] = pairs;
  if (first === undefined || unselected === 0 || pairs.some(({ was, now }) => was === now)) return;
  throw new HarnessError({
    code: "HX528",
    what: `the baseline was written in another folder, or all its files have moved: \`${first.was}\` is \`${first.now}\` here`,
    where: file,
    fix: "run in the folder in which it was written, or update it with --update-baseline",
    exit: 2,
  });
}

/** The first line says of which rules and prices all costs are. */
function refuseMixedDates(file: string, was: RunResult["dates"], now: RunResult["dates"], unselected: number): void {
  if (unselected === 0 || (was.rules === now.rules && was.prices === now.prices)) return;
  throw new HarnessError({
    code: "HX530",
    what: `${pluralize(unselected, "line")} of jobs that are not selected would keep costs of other cache rules or prices`,
    where: file,
    fix: "update the whole baseline: name no part of the scenarios",
    exit: 2,
  });
}

/** The files of results are named from the working folder, whatever the command line says. */
function fromHere(selection: RunSelection): RunSelection {
  return { ...selection, paths: selection.paths.map(workingPath) };
}

/** The comparison of a result with its baseline; null for a run that makes one. */
export function compareWithBaseline(
  result: RunResult,
  { file, old, updates }: BaselineOptions,
  selected: SelectedFiles,
): BaselineComparison | null {
  if (old === null || updates) return null;
  const ids = new Set(selected.keys());
  return { file, ...compareBaselines(old, baselineOf(result), { selection: fromHere(result.selection), ids }) };
}

/** Updates the baseline where the user asked for it. Answers why it cannot be written: the result is shown all the same. */
export function updateIfAsked(
  result: RunResult,
  baseline: BaselineOptions | null,
  selected: SelectedFiles,
  say: (line: string) => void,
): HarnessError | null {
  if (baseline?.updates !== true) return null;
  try {
    say(`${updateBaseline(result, baseline, selected)}\n`);
    return null;
  } catch (fault) {
    if (fault instanceof HarnessError) return fault;
    throw fault;
  }
}

/** Writes the jobs of a result into its baseline. Lines of jobs that were not selected stay. Says what changed. */
function updateBaseline(result: RunResult, { file, old }: BaselineOptions, selected: SelectedFiles): string {
  if (result.outcome === "interrupted" || result.outcome === "errored") {
    return `baseline not written: the run ${result.outcome === "errored" ? "errored" : "was interrupted"}`;
  }
  const now = baselineOf(result);
  const selection = fromHere(result.selection);
  const ran = new Set(now.jobs.map(({ id }) => id));
  const kept = (old?.jobs ?? []).filter(
    (job) => !ran.has(job.id) && (selected.has(job.id) || !isSelected(job, selection)),
  );
  const jobs = [...kept, ...now.jobs];
  writeAtomically(file, renderBaseline({ dates: now.dates, jobs }));
  const ids = new Set(selected.keys());
  const { deltas } = compareBaselines(old ?? { dates: now.dates, jobs: [] }, now, { selection, ids });
  return `baseline: ${file} (${pluralize(jobs.length, "job")}, ${updateText(deltas)})`;
}

/** Jobs, not differences: one job may differ in several figures. */
function updateText(deltas: readonly BaselineDelta[]): string {
  const count = (is: (what: string) => boolean): number =>
    new Set(deltas.filter(({ what }) => is(what)).map(({ id }) => id)).size;
  const [added, removed] = [count((what) => what === "new"), count((what) => what === "vanished")];
  const changed = count((what) => what !== "new" && what !== "vanished");
  return [
    `${changed} changed`,
    ...(added === 0 ? [] : [`${added} added`]),
    ...(removed === 0 ? [] : [`${removed} removed`]),
  ].join(", ");
}
