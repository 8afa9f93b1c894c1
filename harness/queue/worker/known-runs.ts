import { version } from "../../kernel/version.ts";
import { otherVersion } from "../coordinator/open-run.ts";
import { coordinatedRuns } from "../coordinator/collect-results.ts";
import type { QueueFiles } from "../nats/files.ts";
import type { Queue } from "../nats/open-queue.ts";
import { openRuns, readRunRecord, type RunRecord } from "../run-record.ts";
import { RunFolder } from "./run-folder.ts";
import { RunLedger } from "./run-ledger.ts";

/** A run that this worker takes jobs of. */
export type KnownRun = { readonly record: RunRecord; readonly folder: RunFolder; readonly ledger: RunLedger };

/** The runs that this worker has taken jobs of. The folder of a run is kept until the run has ended. */
export class KnownRuns implements Disposable {
  readonly #queue: Queue;
  readonly #files: QueueFiles;
  readonly #runs = new Map<string, Promise<KnownRun | null>>();

  constructor(queue: Queue, files: QueueFiles) {
    this.#queue = queue;
    this.#files = files;
  }

  /** Null for a run that is unknown or has ended. */
  find(run: string): Promise<KnownRun | null> {
    const known = this.#runs.get(run) ?? this.#open(run);
    this.#runs.set(run, known);
    return known;
  }

  /** Null for a run that this worker does not know, or that has ended meanwhile. */
  async findOpen(run: string): Promise<KnownRun | null> {
    const record = await readRunRecord(this.#queue, run);
    return record?.state === "open" ? ((await this.#runs.get(run)) ?? null) : null;
  }

  has(run: string): boolean {
    return this.#runs.has(run);
  }

  /** Removes the folders of runs that have ended. */
  async dropEnded(): Promise<void> {
    const open = await openRuns(this.#queue);
    for (const run of this.#runs.keys()) if (open.every((each) => each.run !== run)) await this.#drop(run);
  }

  /** @throws HarnessError HX443 if coordinators of another version wait for workers, and none of this one */
  async refuseOthers(): Promise<void> {
    const open = await openRuns(this.#queue);
    if (open.every((each) => each.version === version)) return;
    const waiting = await coordinatedRuns(this.#queue, open);
    const [foreign] = waiting;
    if (foreign !== undefined && waiting.every((each) => each.version !== version)) {
      throw otherVersion(foreign, version, "worker");
    }
  }

  [Symbol.dispose](): void {
    for (const run of this.#runs.keys()) void this.#drop(run);
  }

  async #open(run: string): Promise<KnownRun | null> {
    const record = await readRunRecord(this.#queue, run);
    return record?.state === "open"
      ? { record, folder: new RunFolder(this.#files, record.packages), ledger: new RunLedger(this.#queue, run) }
      : null;
  }

  async #drop(run: string): Promise<void> {
    const known = this.#runs.get(run);
    this.#runs.delete(run);
    (await known)?.folder[Symbol.dispose]();
  }
}
