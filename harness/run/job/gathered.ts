import type { AskedGraders } from "../../kernel/evals/asked-graders.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Grade } from "../../kernel/evals/grade.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { LiveReport } from "../../kernel/live-report.ts";
import type { CheckResult, ForkRun, JobRequest, JobResult, PrintedOutput, Warning } from "../../kernel/run-result.ts";
import type { JudgedPair } from "./keep-evidence.ts";

/** The result of running one job, without the bookkeeping. */
export type Gathered = {
  readonly judgements: readonly Judgement[];
  readonly checks: readonly CheckResult[];
  readonly forks: readonly ForkRun[];
  readonly warnings: readonly Warning[];
  readonly live?: LiveReport;
  /** Whether the scenario expects a rate over the rounds of a live job: then not each of them has to pass. */
  readonly isRated?: boolean;
  readonly rounds?: JobResult["rounds"];
  readonly passRate?: JobResult["passRate"];
  /** The grades that models gave. */
  readonly grades?: readonly Grade[];
  /** The requests of a live run to graders. */
  readonly graders?: AskedGraders;
  readonly printed?: PrintedOutput;
  /** An error of the disk that ended the job early. The result holds all that was found until then. */
  readonly fault?: HarnessError;
  /** The requests behind the judgements, for the evidence of a job that fails; no part of its result. */
  readonly pairs?: readonly JudgedPair[];
  /** Present if the run was asked for pictures of its requests. */
  readonly requests?: readonly JobRequest[];
};
