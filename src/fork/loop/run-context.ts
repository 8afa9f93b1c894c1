import { AsyncLocalStorage } from "node:async_hooks";

/** The run inside which code is executing: that of the fork whose tool call it serves. */
export type RunContext = {
  readonly runId: string;
  /** The fork's agent; null if it has no id. */
  readonly agentId: string | null;
  /** 1 for a fork of the top agent, 2 for a fork of that fork. */
  readonly depth: number;
  readonly maxDepth: number;
  /** Aborts with the run; a fork started inside follows it. */
  readonly signal: AbortSignal;
};

/**
 * The run that the caller serves, or null at the top. It follows the call through every await, so no dispatcher
 * has to pass it on.
 */
export function currentRun(): RunContext | null {
  return storage.getStore() ?? null;
}

/** Runs `work` as part of `context`. */
export function withinRun<T>(context: RunContext, work: () => T): T {
  return storage.run(context, work);
}

const storage = new AsyncLocalStorage<RunContext>();
