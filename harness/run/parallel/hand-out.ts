import type { Scenario } from "../../scenario/scenario.ts";
import type { JobLane, RanJob } from "./job-lane.ts";
import type { JobProcessMeans } from "./job-process.ts";

/** What a run gives to whatever has its jobs run elsewhere. */
export type HandOutMeans = Omit<JobProcessMeans, "folder" | "ledger"> & {
  /** In this process: for jobs that are skipped. */
  readonly own: JobLane;
};

/** Has all jobs of a run run elsewhere. `onDone` is as of `runInLanes`. */
export type HandOut = (
  scenarios: readonly Scenario[],
  means: HandOutMeans,
  onDone: (index: number, ran: RanJob) => "go on" | "last",
) => Promise<void>;
