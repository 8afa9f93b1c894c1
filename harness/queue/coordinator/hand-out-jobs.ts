import { version } from "../../kernel/version.ts";
import type { HandOut } from "../../run/parallel/hand-out.ts";
import { EVIDENCE, TRANSCRIPTS } from "../messages.ts";
import { ensureWorkers } from "../nats/ensure-streams.ts";
import { QueueFiles } from "../nats/files.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { type RunRecord, writeRunRecord } from "../run-record.ts";
import { packagesOf } from "../travel/job-files.ts";
import { rememberModules } from "../travel/module-files.ts";
import { SourcePacks } from "../travel/pack-sources.ts";
import { collectResults } from "./collect-results.ts";
import { HandingOut, type QueuedRunOptions } from "./handing-out.ts";
import { openRun } from "./open-run.ts";
import { PublishedJobs } from "./publish-jobs.ts";
import { noWorkerLine } from "./no-worker-line.ts";
import { unreportedLine } from "./unreported-line.ts";

/** A run whose jobs workers take from a queue. */
export type QueuedRun = {
  readonly handOut: HandOut;
  /** Removes what the queue keeps of the run, once its report is on disk. */
  readonly forget: () => Promise<void>;
};

export function queuedRun(queue: Queue, options: QueuedRunOptions): QueuedRun {
  let record: RunRecord | null = null;
  const handOut: HandOut = async (scenarios, means, onDone) => {
    const { settings } = means;
    const sent = {
      ...settings,
      keepFailed: settings.keepFailed === null ? null : EVIDENCE,
      live: options.live && { ...options.live, transcripts: TRANSCRIPTS },
    };
    const files = new QueueFiles(queue);
    const sources = new SourcePacks(files, options.extra);
    const read = rememberModules();
    sources.find(scenarios, read);
    record = await openRun(queue, scenarios, { ...options, settings: sent, packages: packagesOf(scenarios, read) });
    const begin = async (begun: RunRecord): Promise<void> => {
      await writeRunRecord(queue, begun);
      options.onNote(`run: ${options.run} (if this process ends, go on with --resume ${options.run})\n`);
    };
    // Requests that follow each other delay the first job, most of all on a slow network.
    const [collected] = await Promise.all([
      collectResults(queue, files, options.run),
      persist(queue, () => ensureWorkers(queue.manager, queue.client, queue.names, version, options.ackWaitMs)),
      begin(record),
    ]);
    await using results = collected;
    const jobs = new PublishedJobs(queue, files, sources, record);
    const folders = { keepFailed: settings.keepFailed, transcripts: options.live?.transcripts ?? null };
    const handingOut = new HandingOut(scenarios, {
      means,
      onDone,
      files,
      folders,
      jobs,
      sources,
      results,
      options,
      noWorkerLine: () => noWorkerLine(queue),
    });
    await handingOut.run();
    if (options.live !== null) options.onNote(await unreportedLine(queue, options.run, handingOut.costUsd));
  };
  const forget = async (): Promise<void> => {
    if (record === null) return;
    const { run } = record;
    await writeRunRecord(queue, { ...record, state: "ended" });
    await persist(queue, () =>
      queue.manager.streams.purge(queue.names.results, { filter: queue.names.result(run, "*") }),
    );
  };
  return { handOut, forget };
}
