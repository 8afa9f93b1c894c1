import type { Consumer, JsMsg } from "@nats-io/jetstream";
import { pause } from "../../io/clock.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { version } from "../../kernel/version.ts";
import { reportError } from "../../run/job/report-error.ts";
import { erroredJob } from "../../run/job/run-job.ts";
import { EVIDENCE, type JobMessage, type ResultMessage, TRANSCRIPTS, WORKING_FOLDER } from "../messages.ts";
import { ensureWorkers } from "../nats/ensure-streams.ts";
import { QueueFiles } from "../nats/files.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { apiCodeOf, isPassing, queueFault, WRONG_LAST_SEQUENCE } from "../nats/queue-faults.ts";
import { bodyOf, type ReadBody, readBody } from "../nats/send-body.ts";
import { type KnownRun, KnownRuns } from "./known-runs.ts";
import { RunLane } from "./run-lane.ts";
import { keepTaken } from "./keep-taken.ts";

/** A job that three workers did not survive is not given to a fourth. */
const MOST_DELIVERIES = 3;

/** A worker asks for a job this long, then looks whether its runs are still open. */
const ASK_MS = 5_000;

export type WorkOptions = {
  /** How many jobs run at once. */
  readonly lanes: number;
  /** Aborted, the worker takes no more jobs, and gives back those that run. */
  readonly signal: AbortSignal;
  readonly onJob: (id: string, status: string) => void;
};

/**
 * Takes jobs from the queue until `signal` is aborted.
 *
 * @throws HarnessError HX443 if there are only runs of another version at the start, and what the queue throws
 */
export async function work(queue: Queue, options: WorkOptions): Promise<void> {
  const { names, manager, client, js } = queue;
  const name = await persist(queue, () => ensureWorkers(manager, client, names, version, null));
  const consumer = await persist(queue, () => js.consumers.get(names.jobs, name));
  const files = new QueueFiles(queue);
  using runs = new KnownRuns(queue, files);
  await runs.refuseOthers();
  const worker = new Worker(queue, files, runs, options);
  await Promise.all(Array.from({ length: options.lanes }, () => worker.drain(consumer)));
}

class Worker {
  readonly #queue: Queue;
  readonly #files: QueueFiles;
  readonly #runs: KnownRuns;
  readonly #options: WorkOptions;

  constructor(queue: Queue, files: QueueFiles, runs: KnownRuns, options: WorkOptions) {
    this.#queue = queue;
    this.#files = files;
    this.#runs = runs;
    this.#options = options;
  }

  /**
   * One job after the other. None is asked for before the one in front of it has run: a worker that dies loses only what it runs. The
   * result of a job is sent while the next one is on its way.
   */
  async drain(consumer: Consumer): Promise<void> {
    using lane = new RunLane(this.#options.signal);
    let sending = Promise.resolve();
    while (!this.#options.signal.aborted) {
      const message = await this.#next(consumer);
      const ran = message === null ? null : await this.#take(message, lane);
      await sending;
      if (ran !== null) {
        sending = this.#send(ran);
        // A fault is thrown by the `await` above, which may come after the promise has rejected.
        sending.catch(() => {});
      } else if (message === null && !this.#options.signal.aborted) await this.#runs.dropEnded();
    }
    await sending;
  }

  async #next(consumer: Consumer): Promise<JsMsg | null> {
    const { signal } = this.#options;
    const asked = consumer.next({ expires: ASK_MS });
    const ended = Promise.withResolvers<"aborted">();
    const abort = (): void => ended.resolve("aborted");
    signal.addEventListener("abort", abort, { once: true });
    try {
      const message = await Promise.race([asked, ended.promise]);
      if (message !== "aborted") return message;
      // Another worker gets what arrives now.
      void asked.then((late) => late?.nak()).catch(() => {});
      return null;
    } catch (fault) {
      if (!isPassing(fault)) throw queueFault(fault, this.#queue.server);
      await pause(250, signal);
      return null;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Runs a job; null if it has no result to send. */
  async #take(message: JsMsg, lane: RunLane): Promise<RanMessage | null> {
    const { document, attached } = await readBody(this.#files, message.data, message.subject);
    // The parsing edge: only our coordinators write to this stream.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
    const job = document as JobMessage;
    const run = await this.#runs.find(job.run);
    if (this.#options.signal.aborted) return drop(message, "nak");
    if (run === null) return drop(message, "term");
    const taken = keepTaken(message, run.record.ackWaitMs);
    const isCertain = message.info.deliveryCount === 1 && run.record.server === this.#queue.connection.info?.server_id;
    try {
      if (!isCertain && (await this.#hasEnded(job))) return drop(message, "ack", taken);
      const result = await this.#run(job, attached, run, lane, message.info.deliveryCount);
      return result === null ? drop(message, "nak", taken) : { message, job, result, run, taken };
    } catch (fault) {
      taken[Symbol.dispose]();
      throw fault;
    }
  }

  /** An earlier worker may have died before its acknowledgement, and a server that crashed forgets some, with the count of deliveries. */
  async #hasEnded({ run, index }: JobMessage): Promise<boolean> {
    const { names, manager } = this.#queue;
    const subject = names.result(run, index);
    return (
      (await persist(this.#queue, () => manager.streams.getMessage(names.results, { last_by_subj: subject }))) !== null
    );
  }

  async #run(
    job: JobMessage,
    attached: ReadBody["attached"],
    run: KnownRun,
    lane: RunLane,
    delivery: number,
  ): Promise<ResultMessage | null> {
    const { scenario, index, packs } = job;
    const plain = {
      index,
      packs,
      durationMs: 0,
      unknownModels: [],
      internalErrors: [],
      evidence: null,
      transcript: null,
    };
    if (delivery > MOST_DELIVERIES) return { ...plain, job: erroredJob(scenario, reportError(poisonous(scenario))) };
    try {
      await run.folder.unpack(job, attached);
      const ran = await lane.run(run, scenario);
      if (ran === null) return null;
      // What it has spent counts before its result does.
      await run.ledger.settled();
      const [evidence, transcript] = [
        await run.folder.send(EVIDENCE, scenario.id),
        await run.folder.send(TRANSCRIPTS, scenario.id),
      ];
      return { ...ran, index, packs, evidence, transcript };
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      return { ...plain, job: erroredJob(scenario, reportError(fault)) };
    }
  }

  /** The first result of a job is the only one that the stream takes. */
  async #send({ message, job, result, run: { folder }, taken }: RanMessage): Promise<void> {
    using _taken = taken;
    const { js, names } = this.#queue;
    const portable = JSON.stringify(result).replaceAll(folder.path, WORKING_FOLDER);
    const body = await bodyOf(this.#queue, this.#files, portable);
    await persist(this.#queue, async () => {
      try {
        await js.publish(names.result(job.run, job.index), body, { expect: { lastSubjectSequence: 0 } });
      } catch (fault) {
        if (apiCodeOf(fault) !== WRONG_LAST_SEQUENCE) throw fault;
      }
    });
    message.ack();
    this.#options.onJob(job.scenario.id, result.job.outcome.status);
  }
}

/** A job whose result is still to be sent. */
type RanMessage = {
  readonly message: JsMsg;
  readonly job: JobMessage;
  readonly result: ResultMessage;
  readonly run: KnownRun;
  readonly taken: Disposable;
};

function drop(message: JsMsg, how: "ack" | "nak" | "term", taken?: Disposable): null {
  taken?.[Symbol.dispose]();
  message[how]();
  return null;
}

function poisonous({ place }: JobMessage["scenario"]): HarnessError {
  return new HarnessError({
    code: "HX444",
    what: `${MOST_DELIVERIES} workers took this job, and none of them reported a result or a sign of life since`,
    where: place,
    fix: "run this job alone with --jobs 1: it may end its process or use all memory",
    exit: 3,
  });
}
