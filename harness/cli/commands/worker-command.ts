import { endingSignals } from "../../io/held-signals.ts";
import { coreCount, machineName } from "../../io/process.ts";
import { listenForInterrupt } from "../../io/signals.ts";
import { endLeftovers } from "../../io/workers/leftover-processes.ts";
import { leaveLostServer } from "../../queue/nats/leave-lost-server.ts";
import { openQueue } from "../../queue/nats/open-queue.ts";
import { reportLostServer } from "../../queue/nats/report-lost-server.ts";
import { work } from "../../queue/worker/work.ts";
import { workerPrograms } from "../../run/worker-entry.ts";
import { type Command, valueOf } from "../command.ts";
import { readQueueAddress } from "../queue-options.ts";
import { usageError } from "../usage-error.ts";

/** Runs jobs of any coordinator on the queue until a signal ends it. */
export const workerCommand: Command = async (invocation, { out, err }) => {
  const address = readQueueAddress(invocation);
  if (address === null) {
    throw usageError("HX504", "name the server that has the jobs", "forkproof worker --queue nats://HOST:4222");
  }
  const lanes = readLanes(valueOf(invocation, "jobs"));
  using interrupt = listenForInterrupt((signal) => {
    err(`${signal}: ending now; jobs that ran go to other workers\n`);
  }, endingSignals);
  using _leftovers = endLeftovers(workerPrograms(), () => {});
  await using queue = await openQueue(address, `forkproof worker on ${machineName()}`);
  err(`worker: ${address.shown}, namespace ${address.namespace}, ${lanes} at once\n`);
  reportLostServer(queue, err);
  const { signal } = interrupt;
  using _leave = leaveLostServer(queue, signal, err);
  await work(queue, { lanes, signal, onJob: (id, status) => out(`${status}  ${id}\n`) });
  return 0;
};

function readLanes(value: string | null): number {
  if (value === null) return coreCount();
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value);
  throw usageError("HX503", `--jobs takes a whole number from 1, not "${value}"`, "write --jobs 4");
}
