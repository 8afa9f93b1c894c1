import type { AskedGraders } from "../../kernel/evals/asked-graders.ts";
import type { Grade } from "../../kernel/evals/grade.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { Scored } from "../../scenario/expectations/output/examine-matcher.ts";
import type { ScoredMatcher } from "../../scenario/expectations/output/output-matcher.ts";
import type { SubjectWorkers } from "../fork/modules/subject-workers.ts";
import type { LiveOptions } from "../live/live-options.ts";
import type { KeptGrades } from "../live/transcripts/kept-grades.ts";

/** Where modules run, and who grades. */
export type ExaminerHost = { readonly workers: SubjectWorkers; readonly graders: GraderSource };

export type GraderSource =
  /** The lane `grader` of the script. */
  | { readonly kind: "script" }
  /** The real provider of each grader's model. */
  | { readonly kind: "live"; readonly options: LiveOptions; readonly onUnkept: OnUnkept }
  /** The grades of an earlier live run alone. */
  | { readonly kind: "kept"; readonly grades: KeptGrades };

/** Takes the fault of a grade that is paid for and could not be written down: it counts all the same. */
type OnUnkept = (fault: HarnessError) => void;

/** The facts of a fork that a module or a grader receives. */
export type ScoredRun = {
  readonly input: string | null;
  readonly output: string;
  readonly expected: unknown;
  readonly calls: readonly { readonly tool: string; readonly input: unknown }[];
  readonly turns: number;
  /** The columns of the row; empty without one. */
  readonly row: Readonly<Record<string, unknown>>;
};

/**
 * `scores` by matcher, then by lane. `gradeChecks` fail if a script has answers for graders that nothing asked for, or an
 * answer of a model has no grade.
 */
export type ScoredForks = {
  readonly scores: ReadonlyMap<ScoredMatcher, ReadonlyMap<string, Scored>>;
  readonly grades: readonly Grade[];
  /** The requests to live graders; null without graders. */
  readonly asked: AskedGraders | null;
  readonly gradeChecks: readonly CheckResult[];
};
