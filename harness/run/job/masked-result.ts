import type { CheckResult, ForkRun, JobResult, ReportedError, Warning } from "../../kernel/run-result.ts";
import { maskSecrets } from "../mask-secrets.ts";

/**
 * A job's result without the credentials that its subject said, in whatever form: every report is made of it, and reports are
 * uploaded. Checks have seen the texts as they were. Judgements hide credentials themselves.
 */
export function maskedResult<
  Result extends Pick<JobResult, "checks" | "forks" | "warnings" | "outcome" | "row" | "rounds" | "grades">,
>(result: Result): Result {
  const { checks, forks, warnings, outcome, row, rounds, grades } = result;
  return {
    ...result,
    checks: checks.map((each) => ({ ...each, ...maskedCheck(each) })),
    forks: forks.map(maskedFork),
    ...(row && { row: { ...row, columns: maskedMembers(row.columns) } }),
    ...(rounds && { rounds: rounds.map((round) => ({ ...round, output: maskedText(round.output) })) }),
    ...(grades && { grades: grades.map((grade) => ({ ...grade, why: maskedText(grade.why) })) }),
    warnings: warnings.map(({ code, message }): Warning => ({ code, message: maskSecrets(message) })),
    outcome: outcome.status === "errored" ? { ...outcome, error: maskedError(outcome.error) } : outcome,
  };
}

function maskedCheck({ expected, observed }: CheckResult): Pick<CheckResult, "expected" | "observed"> {
  return { expected: maskSecrets(expected), observed: maskSecrets(observed) };
}

function maskedFork(fork: ForkRun): ForkRun {
  const decisions = fork.decisions?.map((each) => ({
    ...each,
    input: each.input === null ? null : maskedMembers(each.input),
    reason: maskSecrets(each.reason),
  }));
  return {
    ...fork,
    output: maskedText(fork.output),
    error: maskedText(fork.error),
    decisions: decisions ?? null,
  };
}

function maskedError({ what, where, ...error }: ReportedError): ReportedError {
  return { ...error, what: maskSecrets(what), where: maskedText(where) };
}

function maskedText(text: string | null): string | null {
  return text === null ? null : maskSecrets(text);
}

function maskedMembers(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [maskSecrets(name), maskedValue(value)]));
}

function maskedValue(value: unknown): unknown {
  if (typeof value === "string") return maskSecrets(value);
  if (Array.isArray(value)) return value.map(maskedValue);
  return typeof value === "object" && value !== null ? maskedMembers({ ...value }) : value;
}
