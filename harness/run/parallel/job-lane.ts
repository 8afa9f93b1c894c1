import type { JobResult } from "../../kernel/run-result.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/** A process that runs one job at a time. */
export type JobLane = Disposable & {
  /** Null if the run was aborted, however long the job would continue. */
  readonly run: (scenario: Scenario) => Promise<RanJob | null>;
};

export type RanJob = { readonly job: JobResult; readonly durationMs: number };
