import type { JobResult } from "../../kernel/run-result.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/** A process that runs one job at a time, in the order in which they are given to it. */
export type JobLane = Disposable & {
  /** Null if the run was aborted, however long the job would continue. `packs`: compressed files that only this job reads, from memory. */
  readonly run: (scenario: Scenario, packs?: readonly Buffer[]) => Promise<RanJob | null>;
  /** Resolves once a job can begin at once; missing where that is always so. */
  readonly ready?: Promise<void>;
};

export type RanJob = { readonly job: JobResult; readonly durationMs: number };
