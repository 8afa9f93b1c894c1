import { basename } from "node:path";
import type { QueuedRun } from "../../../queue/coordinator/hand-out-jobs.ts";
import type { LiveSettings } from "../../../run/live/job-live-options.ts";
import { type Invocation, valueOf } from "../../command.ts";
import { readQueueAddress } from "../../queue-options.ts";
import { usageError } from "../../usage-error.ts";

/** A run on the queue of `--queue`, connected; null without that option. */
export type OpenedQueueRun = QueuedRun & AsyncDisposable;

/**
 * `run` is the name of a live run, which its transcripts have, too.
 *
 * @throws HarnessError HX442 or HX503, and what connecting throws
 */
export async function openQueueRun(
  invocation: Invocation,
  { live, onNote }: { readonly live: LiveSettings | null; readonly onNote: (line: string) => void },
): Promise<OpenedQueueRun | null> {
  const address = readQueueAddress(invocation);
  if (address === null) return null;
  refuseOthers(invocation);
  const ackWaitMs = readAckWait(valueOf(invocation, "redeliver-after"));
  const { openQueue } = await import("../../../queue/nats/open-queue.ts");
  const { queuedRun } = await import("../../../queue/coordinator/hand-out-jobs.ts");
  const { checkRunName, newRunName } = await import("../../../queue/coordinator/open-run.ts");
  const resumed = valueOf(invocation, "resume");
  const run = live === null ? (resumed ?? newRunName()) : basename(live.transcripts);
  if (resumed !== null) checkRunName(run);
  const extra = invocation.options.get("queue-files") ?? [];
  const { reportLostServer } = await import("../../../queue/nats/report-lost-server.ts");
  const queue = await openQueue(address, `forkproof run ${run}`);
  reportLostServer(queue, onNote);
  const { handOut, forget } = queuedRun(queue, { run, resumes: resumed !== null, ackWaitMs, extra, live, onNote });
  return { handOut, forget, [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose]() };
}

function refuseOthers({ options }: Invocation): void {
  const other = ["jobs", "update", "regrade"].find((name) => options.has(name));
  if (other === undefined) return;
  const fix = other === "jobs" ? "give --jobs to `forkproof worker`" : "leave out one of the two";
  throw usageError("HX503", `--${other} runs in this process, and --queue on workers`, fix);
}

function readAckWait(value: string | null): number {
  if (value === null) return 30_000;
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value) * 1000;
  throw usageError(
    "HX503",
    `--redeliver-after takes whole seconds from 1, not "${value}"`,
    "write --redeliver-after 30",
  );
}
