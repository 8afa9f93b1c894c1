import type { ForkHandle } from "./fork-handle.ts";
import type { ForkParams } from "./params/fork-params.ts";

/** Starts forks. */
export type ForkSubagent = {
  /**
   * Starts a fork; resolves when its run is complete (`Sync`) or at once (`ForkAndForget`). Rejects only before anything
   * is sent, with ForkParamsError, ForkPointError or ForkDepthError: how a run that has begun ended is in its result.
   */
  readonly fork: <State extends object>(params: ForkParams<State>) => Promise<ForkHandle>;
};
