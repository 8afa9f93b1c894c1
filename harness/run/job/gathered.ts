import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult, ForkRun, JobRequest, LiveReport, PrintedOutput, Warning } from "../../kernel/run-result.ts";

import type { JudgedPair } from "./keep-evidence.ts";

/** The result of running one job, without the bookkeeping. */
export type Gathered = {
  readonly judgements: readonly Judgement[];
  readonly checks: readonly CheckResult[];
  readonly forks: readonly ForkRun[];
  readonly warnings: readonly Warning[];
  readonly live?: LiveReport;
  readonly printed?: PrintedOutput;
  /** The requests behind the judgements, for the evidence of a job that fails; no part of its result. */
  readonly pairs?: readonly JudgedPair[];
  /** Present if the run was asked for pictures of its requests. */
  readonly requests?: readonly JobRequest[];
};
