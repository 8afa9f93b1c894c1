import type { RanJob } from "../run/parallel/job-lane.ts";
import type { Scenario } from "../scenario/scenario.ts";

/** From the coordinator to whichever worker takes it. */
export type JobMessage = {
  readonly run: string;
  readonly index: number;
  readonly scenario: Scenario;
  /** What the job reads, by digest. */
  readonly packs: readonly string[];
  /** Of these, the ones that travel with this message and that only forkproof's own code reads: they need not be unpacked. */
  readonly inMemory: readonly string[];
};

/** From a worker to the coordinator. */
export type ResultMessage = RanJob & {
  readonly index: number;
  /** What the job has read, by digest. */
  readonly packs: readonly string[];
  readonly unknownModels: readonly string[];
  readonly internalErrors: readonly string[];
  /** The digests of the folders that it has written. */
  readonly evidence: string | null;
  readonly transcript: string | null;
};

/** Stands in texts for the working folder, which is another one on each machine. */
export const WORKING_FOLDER = "{forkproof:working-folder}";

/** Where workers keep the rounds of live jobs, in the folder of the run. */
export const TRANSCRIPTS = ".forkproof-transcripts";

/** Where workers keep the evidence of failed jobs, in the folder of the run. */
export const EVIDENCE = ".forkproof-evidence";
