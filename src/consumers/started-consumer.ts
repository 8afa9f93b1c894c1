import type { ForkParams } from "../fork/params/fork-params.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import type { ForkSubagent } from "../fork/fork-subagent.ts";

/** A ready-made fork that runs by itself. */
export type StartedConsumer<Outcome> = {
  readonly runId: string;
  /** Ends the run with stop cause `aborted`. Does nothing to a run that has ended. */
  readonly abort: (reason: string) => void;
  /** Settles when the outcome is there. Leaving it unawaited is legal. */
  readonly completion: Promise<Outcome>;
};

/** Starts a fork, and resolves as soon as it runs. Rejects as `fork()` does, before anything is sent. */
export async function startConsumer<Outcome>(
  forks: ForkSubagent,
  params: ForkParams,
  settle: (result: ForkResult) => Outcome | Promise<Outcome>,
): Promise<StartedConsumer<Outcome>> {
  const handle = await forks.fork({ ...params, mode: "ForkAndForget" });
  const ended = handle.takeCompletion();
  if (ended === null) throw new Error("a new handle has given its completion away");
  const completion = ended.then(settle);
  // A caller that forgets the fork does not wait for an error either.
  completion.catch(() => undefined);
  return { runId: handle.runId, abort: (reason) => handle.abort(reason), completion };
}
