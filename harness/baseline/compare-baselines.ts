import type { BaselineDelta } from "../kernel/baseline-comparison.ts";
import type { RunSelection } from "../kernel/run-result.ts";
import type { Baseline } from "./baseline.ts";
import { type JobFigures, reusableWorstFirst, verdictsWorstFirst } from "./job-figures.ts";

/** Both sides of a comparison. */
export type Comparison = {
  /** Jobs of the old side that were compared, or are gone; and how many it has. */
  readonly compared: number;
  readonly of: number;
  /** Jobs that were skipped on both sides: nothing of them was compared. Absent for 0. */
  readonly skipped?: number;
  /** Whether both sides have their costs from the same rules and prices. */
  readonly sameDates: boolean;
  readonly deltas: readonly BaselineDelta[];
};

/** The jobs that a run was to have: those whose lines are compared. */
export type ComparedJobs = {
  readonly selection: Pick<RunSelection, "paths" | "tags" | "name">;
  /** Ids of all jobs that the selection has now, whether they ran or not. */
  readonly ids: ReadonlySet<string>;
};

/**
 * Compares the figures of two runs, with no tolerance: two mocked runs of the same code are equal. A job that was selected and did
 * not run is not compared.
 */
export function compareBaselines(old: Baseline, now: Baseline, compared: ComparedJobs | null): Comparison {
  const sameDates = old.dates.rules === now.dates.rules && old.dates.prices === now.dates.prices;
  const jobs = new Map(now.jobs.map((job) => [job.id, job]));
  const olds = new Set(old.jobs.map(({ id }) => id));
  const pairs = old.jobs.flatMap((was) => {
    const is = jobs.get(was.id);
    return is === undefined ? [] : [{ was, is }];
  });
  const gone = old.jobs.filter((was) => !jobs.has(was.id) && isVanished(was, compared));
  const deltas = [
    ...pairs.flatMap(({ was, is }) => compareJobs(was, is, sameDates)),
    ...gone.map(({ id, live }): BaselineDelta => ({
      id,
      gates: live !== true,
      what: "vanished",
      was: null,
      now: null,
    })),
    ...now.jobs
      .filter(({ id }) => !olds.has(id))
      .map(({ id }): BaselineDelta => ({ id, gates: false, what: "new", was: null, now: null })),
  ];
  const skipped = pairs.filter(({ was, is }) => was.status === "skipped" && is.status === "skipped").length;
  return {
    compared: pairs.length - skipped + gone.length,
    of: old.jobs.length,
    ...(skipped > 0 && { skipped }),
    sameDates,
    deltas: gatesFirst(deltas),
  };
}

/** Whether a line belongs to the selection: its job would run if it were still there. */
export function isSelected(
  { id, file, tags }: JobFigures,
  { paths, tags: wanted, name }: ComparedJobs["selection"],
): boolean {
  const unwanted = wanted.filter((tag) => tag.startsWith("!")).map((tag) => tag.slice(1));
  const asked = wanted.filter((tag) => !tag.startsWith("!"));
  return (
    paths.some((path) => isUnder(file, path)) &&
    !tags.some((tag) => unwanted.includes(tag)) &&
    (asked.length === 0 || tags.some((tag) => asked.includes(tag))) &&
    (name === null || new RegExp(name, "u").test(id))
  );
}

/** A job that is still selected and has no figures did not run (an interrupt, `--bail`, another shard): that is said elsewhere. */
function isVanished(was: JobFigures, compared: ComparedJobs | null): boolean {
  return compared === null || (isSelected(was, compared.selection) && !compared.ids.has(was.id));
}

function isUnder(file: string, path: string): boolean {
  const folder = path.replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/+$/, "");
  return folder === "." || folder === "" || file === folder || file.startsWith(`${folder}/`);
}

type Rule = {
  readonly name: Exclude<keyof JobFigures, "id" | "file" | "tags" | "live" | "causes" | "status" | "unknown">;
  /** Worse is more, worse is less, or the place in a list; `neither` says so and gates nothing. */
  readonly worse: "more" | "less" | readonly string[] | "neither";
  /** Whether the figure depends on the dates of rules and prices. */
  readonly isCost?: true;
};

const RULES: readonly Rule[] = [
  { name: "verdict", worse: verdictsWorstFirst },
  { name: "reusable", worse: reusableWorstFirst },
  { name: "ratio", worse: "less" },
  { name: "lost", worse: "more" },
  { name: "usd", worse: "more", isCost: true },
  { name: "breakUsd", worse: "more", isCost: true },
  { name: "fresh", worse: "neither" },
  { name: "write", worse: "neither" },
  { name: "output", worse: "neither" },
];

function compareJobs(was: JobFigures, is: JobFigures, sameDates: boolean): readonly BaselineDelta[] {
  const { id } = is;
  const mayGate = is.live !== true && was.live !== true;
  const delta = (
    what: string,
    gates: boolean,
    before: BaselineDelta["was"],
    after: BaselineDelta["now"],
  ): BaselineDelta => ({
    id,
    gates: gates && mayGate,
    what,
    was: before,
    now: after,
  });
  const fresh = is.causes.filter((code) => !was.causes.includes(code));
  const fixed = was.causes.filter((code) => !is.causes.includes(code));
  const status =
    was.status === is.status ? [] : [delta("status", becameWorse(was.status, is.status), was.status, is.status)];
  // A job that did not pass, or did not run, has figures of half a job: what is said of it is that.
  if (is.status === "skipped" || is.status === "errored" || was.status === "skipped" || was.status === "errored")
    return status;
  return [
    ...status,
    ...fresh.map((code) => delta("cause", true, null, code)),
    ...fixed.map((code) => delta("cause", false, code, null)),
    ...RULES.flatMap((rule) => {
      const [before, after] = [was[rule.name], is[rule.name]];
      const gates = sameDates || rule.isCost !== true;
      const [few, more] = [unknownOf(rule, was), unknownOf(rule, is)];
      // An earlier version did not count the unknown ones.
      const isCounted = few !== null && more !== null && few !== more;
      return [
        ...(before === after ? [] : [delta(rule.name, isWorse(rule, before, after) && gates, before, after)]),
        ...(isCounted
          ? [delta(`unknown ${rule.name}`, rule.worse !== "neither" && more > few && gates, few, more)]
          : []),
      ];
    }),
  ];
}

/** A job that is skipped looks at nothing, whatever it found before. */
function becameWorse(was: JobFigures["status"], is: JobFigures["status"]): boolean {
  return was === "passed" || is === "skipped";
}

/** How many values of a figure are unknown; null where that was not counted. */
function unknownOf({ name }: Rule, { unknown = {}, ...figures }: JobFigures): number | null {
  if (name === "verdict" || name === "reusable") return null;
  return unknown[name] ?? (figures[name] === null ? null : 0);
}

/** What was known and is not known any more may hide a loss. */
function isWorse({ worse }: Rule, was: string | number | null, now: string | number | null): boolean {
  if (worse === "neither" || was === null) return false;
  if (now === null) return true;
  if (worse === "more") return now > was;
  if (worse === "less") return now < was;
  return worse.indexOf(String(now)) < worse.indexOf(String(was));
}

function gatesFirst(deltas: readonly BaselineDelta[]): readonly BaselineDelta[] {
  return [...deltas.filter(({ gates }) => gates), ...deltas.filter(({ gates }) => !gates)];
}
