import { type Finding, isBreak } from "../../../kernel/finding.ts";
import type { FilePosition, JobResult, PlacedCheck, RunResult } from "../../../kernel/run-result.ts";
import { byRole } from "../../lines/finding-lines.ts";

/** A job that failed or errored, as reports for machines describe it. */
export type FailedJob = {
  readonly job: JobResult;
  /** The place of the first failed check, or else of the job. */
  readonly place: FilePosition | null;
  /** One sentence. */
  readonly title: string;
  readonly failed: readonly PlacedCheck[];
  /** What the judge found: causes, and why the provider would refuse a request. Each code once. */
  readonly findings: readonly Finding[];
};

export function failedJobs({ jobs }: Pick<RunResult, "jobs">): readonly FailedJob[] {
  return jobs.flatMap((job) => {
    const { status } = job.outcome;
    return status === "failed" || status === "errored" ? [describeFailure(job)] : [];
  });
}

function describeFailure(job: JobResult): FailedJob {
  const failed = job.checks.filter(({ status }) => status === "failed");
  const [first] = failed;
  const found = byRole(job.judgements.flatMap(({ findings }) => findings));
  const shown = found.filter(isBreak);
  const findings = [...new Map(shown.map((finding) => [finding.code, finding])).values()];
  return { job, place: first?.place ?? positionIn(job) ?? job.place, title: titleOf(job, first), failed, findings };
}

function titleOf({ outcome }: JobResult, first: PlacedCheck | undefined): string {
  if (outcome.status === "errored") return `${outcome.error.code} ${outcome.error.what}`;
  return first === undefined
    ? "no check looked at anything"
    : `${first.check}: expected ${first.expected}, observed ${first.observed}`;
}

/** The position that an error names in the job's own file: `file:line:column`. */
function positionIn({ file, outcome }: JobResult): FilePosition | null {
  if (outcome.status !== "errored" || outcome.error.where?.startsWith(`${file}:`) !== true) return null;
  const [, line, column] = /^:(\d+):(\d+)$/.exec(outcome.error.where.slice(file.length)) ?? [];
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) };
}
