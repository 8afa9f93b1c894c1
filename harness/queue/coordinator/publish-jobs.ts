import { freeBytes } from "../../io/free-bytes.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { deleteMessages } from "../nats/delete-messages.ts";
import type { QueueFiles } from "../nats/files.ts";
import { indexIn } from "../nats/names.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { bodyOf } from "../nats/send-body.ts";
import type { JobMessage } from "../messages.ts";
import type { RunRecord } from "../run-record.ts";
import type { SourcePacks } from "../travel/pack-sources.ts";

/** A run that ends waits no longer than this for a server that does not answer. */
const LAST_PATIENCE_MS = 5_000;

export type NumberedJob = { readonly index: number; readonly scenario: Scenario };

/** The jobs of one run in the stream of jobs. */
export class PublishedJobs {
  readonly #queue: Queue;
  readonly #files: QueueFiles;
  readonly #packs: SourcePacks;
  readonly #record: RunRecord;
  #round: number;

  constructor(queue: Queue, files: QueueFiles, packs: SourcePacks, record: RunRecord) {
    this.#queue = queue;
    this.#files = files;
    this.#packs = packs;
    this.#record = record;
    this.#round = 0;
  }

  /** Publishes jobs, each as soon as its files are on the server. Within two minutes the server drops a message that arrives twice. */
  async publish(jobs: readonly NumberedJob[]): Promise<void> {
    await Promise.all(jobs.map(async (job) => this.#publish(job.index, await this.#bodyOf(job))));
  }

  async #bodyOf({ index, scenario }: NumberedJob): Promise<Uint8Array> {
    const { names, attached, inMemory } = await this.#packs.packsOf(scenario);
    const message: JobMessage = { run: this.#record.run, index, scenario, packs: names, inMemory };
    const body = await bodyOf(this.#queue, this.#files, JSON.stringify(message), attached);
    for (const { packed } of attached) freeBytes(packed);
    return body;
  }

  async #publish(index: number, body: Uint8Array): Promise<void> {
    const { run, attempt } = this.#record;
    const msgID = `${run}.${index}.${attempt}.${this.#round}`;
    await persist(this.#queue, () => this.#queue.js.publish(this.#subject(index), body, { msgID }));
    freeBytes(body);
  }

  /** The indexes of jobs that wait or run. */
  async present(): Promise<ReadonlySet<number>> {
    const { names, manager } = this.#queue;
    const info = await persist(this.#queue, () =>
      manager.streams.info(names.jobs, { subjects_filter: this.#subject("*") }),
    );
    return new Set(Object.keys(info.state.subjects ?? {}).map(indexIn));
  }

  /** From now on a job that was published before may be published again. */
  renew(): void {
    this.#round += 1;
  }

  /** Takes jobs back by their indexes, or all. A worker that runs one already ends it. */
  async withdraw(jobs: ReadonlySet<number> | "all"): Promise<void> {
    await deleteMessages(this.#queue, {
      stream: this.#queue.names.jobs,
      filter: this.#subject("*"),
      isWanted: (subject) => jobs === "all" || jobs.has(indexIn(subject)),
      ...(jobs === "all" && { patienceMs: LAST_PATIENCE_MS }),
    });
  }

  #subject(index: number | "*"): string {
    const { version, run } = this.#record;
    return this.#queue.names.job(version, run, index);
  }
}
