import type { ForkHandle } from "./fork-handle.ts";
import type { ForkParams } from "./fork-params.ts";

/** Starts forks. */
export type ForkSubagent = {
  /**
   * Runs a fork and resolves when the run is complete. Rejects only with ForkParamsError, before anything is sent: how a
   * run that has begun ended is in its result.
   */
  readonly fork: (params: ForkParams) => Promise<ForkHandle>;
};
