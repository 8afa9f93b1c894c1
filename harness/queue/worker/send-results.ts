import type { JsMsg } from "@nats-io/jetstream";
import { startTimer } from "../../io/clock.ts";
import { type JobMessage, type ResultMessage, WORKING_FOLDER } from "../messages.ts";
import { QueueFiles } from "../nats/files.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { apiCodeOf, WRONG_LAST_SEQUENCE } from "../nats/queue-faults.ts";
import { bodyOf } from "../nats/send-body.ts";
import type { KnownRun } from "./known-runs.ts";
import type { ResultWithFiles } from "./sent-results.ts";

/** A job whose result is still to be sent. */
export type RanMessage = ResultWithFiles & {
  readonly message: JsMsg;
  readonly job: JobMessage;
  readonly run: KnownRun;
  readonly taken: Disposable;
};

/** Results of fast jobs wait for others up to this long: each write wakes three processes. */
const GATHER_MS = 200;

/** A lane waits if so many results are still to be sent. */
const MOST_WAITING = 64;

/** Sends results while lanes run the next jobs. */
export class ResultSender {
  readonly #queue: Queue;
  readonly #files: QueueFiles;
  readonly #onSent: (ran: RanMessage) => void;
  #waiting: RanMessage[] = [];
  #sending: Promise<void> = Promise.resolve();
  #cancel: (() => void) | null = null;

  constructor(queue: Queue, files: QueueFiles, onSent: (ran: RanMessage) => void) {
    this.#queue = queue;
    this.#files = files;
    this.#onSent = onSent;
  }

  /** `mayWait`: more results follow soon. Waits if too many are on their way. @throws what sending an earlier one threw */
  async add(ran: RanMessage, mayWait: boolean): Promise<void> {
    this.#waiting.push(ran);
    if (!mayWait) this.#flush();
    else this.#cancel ??= startTimer(GATHER_MS, () => this.#flush());
    if (this.#waiting.length >= MOST_WAITING) await this.settled();
  }

  /** Resolves when the server has all results. @throws what sending one of them threw */
  async settled(): Promise<void> {
    this.#flush();
    await this.#sending;
  }

  #flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const results = this.#waiting;
    if (results.length === 0) return;
    this.#waiting = [];
    // One round after the other, so that a fault of any of them ends all.
    this.#sending = this.#sending
      .then(() => this.#send(results))
      .finally(() => {
        // Also after a fault: a lane that waits for one of these jobs would wait for ever, and throw nothing.
        for (const { taken } of results) taken[Symbol.dispose]();
      });
    // A fault is thrown by the next `settled`, which may come after the promise has rejected.
    this.#sending.catch(() => {});
  }

  async #send(results: readonly RanMessage[]): Promise<void> {
    const bodies = await Promise.all(results.map(({ result, run }) => this.#bodyOf(run, result, this.#files)));
    await Promise.all(results.map(({ result, run }, at) => this.#publish(run, result, bodies[at])));
    for (const ran of results) {
      ran.message.ack();
      this.#onSent(ran);
    }
  }

  /** Sends results, and their files, that the server took and may have lost since. */
  async sendAgain(run: KnownRun, results: readonly ResultWithFiles[]): Promise<void> {
    // It does not know which content the server had.
    const store = new QueueFiles(this.#queue);
    for (const { result, files } of results) {
      await Promise.all(files.map((content) => store.putPacked(content)));
      await this.#publish(run, result, await this.#bodyOf(run, result, store));
    }
  }

  #bodyOf({ folder }: KnownRun, result: ResultMessage, files: QueueFiles): Promise<Uint8Array> {
    return bodyOf(this.#queue, files, JSON.stringify(result).replaceAll(folder.path, WORKING_FOLDER));
  }

  /** The first result of a job is the only one that the stream takes. */
  #publish({ record: { run } }: KnownRun, { index }: ResultMessage, body: Uint8Array | undefined): Promise<void> {
    const { js, names } = this.#queue;
    return persist(this.#queue, async () => {
      try {
        await js.publish(names.result(run, index), body, { expect: { lastSubjectSequence: 0 } });
      } catch (fault) {
        if (apiCodeOf(fault) !== WRONG_LAST_SEQUENCE) throw fault;
      }
    });
  }
}
