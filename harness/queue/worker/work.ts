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
import { apiCodeOf, isPassing, WRONG_LAST_SEQUENCE } from "../nats/queue-faults.ts";
import { bodyOf, readBody } from "../nats/send-body.ts";
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
 * @throws HarnessError HX443 if only runs of another version wait, and what the queue throws
 */
export async function work(queue: Queue, options: WorkOptions): Promise<void> {
  const { names, manager, client, js } = queue;
  const name = await persist(queue, () => ensureWorkers(manager, client, names, version, null));
  const consumer = await persist(queue, () => js.consumers.get(names.jobs, name));
  const files = new QueueFiles(queue);
  using runs = new KnownRuns(queue, files);
  await runs.review();
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

  /** One job after the other. None is asked for in advance: a worker that dies loses only what it runs. */
  async drain(consumer: Consumer): Promise<void> {
    using lane = new RunLane(this.#options.signal);
    while (!this.#options.signal.aborted) {
      const message = await this.#next(consumer);
      if (message !== null) await this.#take(message, lane);
      else if (!this.#options.signal.aborted) await this.#runs.review();
    }
  }

  async #next(consumer: Consumer): Promise<JsMsg | null> {
    const { signal } = this.#options;
    const asked = consumer.next({ expires: ASK_MS });
    try {
      const message = await Promise.race([asked, aborted(signal)]);
      if (message !== "aborted") return message;
      // Another worker gets what arrives now.
      void asked.then((late) => late?.nak()).catch(() => {});
      return null;
    } catch (fault) {
      if (!isPassing(fault)) throw fault;
      await pause(250, signal);
      return null;
    }
  }

  async #take(message: JsMsg, lane: RunLane): Promise<void> {
    const { signal, onJob } = this.#options;
    // The parsing edge: only our coordinators write to this stream.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
    const job = (await readBody(this.#files, message.data, message.subject)) as JobMessage;
    const run = await this.#runs.find(job.run);
    if (signal.aborted) return message.nak();
    if (run === null) return message.term();
    using _taken = keepTaken(message, run.record.ackWaitMs);
    const isCertain = message.info.deliveryCount === 1 && run.record.server === this.#queue.connection.info?.server_id;
    if (!isCertain && (await this.#hasEnded(job))) return message.ack();
    const result = await this.#run(job, run, lane, message.info.deliveryCount);
    if (result === null) return message.nak();
    await this.#send(job, result, run);
    message.ack();
    onJob(job.scenario.id, result.job.outcome.status);
  }

  /** An earlier worker may have died before its acknowledgement, and a server that crashed forgets some, with the count of deliveries. */
  async #hasEnded({ run, index }: JobMessage): Promise<boolean> {
    const { names, manager } = this.#queue;
    const subject = names.result(run, index);
    return (
      (await persist(this.#queue, () => manager.streams.getMessage(names.results, { last_by_subj: subject }))) !== null
    );
  }

  async #run(job: JobMessage, run: KnownRun, lane: RunLane, delivery: number): Promise<ResultMessage | null> {
    const { scenario, index } = job;
    const plain = { index, durationMs: 0, unknownModels: [], internalErrors: [], evidence: null, transcript: null };
    if (delivery > MOST_DELIVERIES) return { ...plain, job: erroredJob(scenario, reportError(poisonous(scenario))) };
    try {
      await run.folder.unpack(job);
      const ran = await lane.run(run, scenario);
      if (ran === null) return null;
      // What it has spent counts before its result does.
      await run.ledger.settled();
      const [evidence, transcript] = [
        await run.folder.send(EVIDENCE, scenario.id),
        await run.folder.send(TRANSCRIPTS, scenario.id),
      ];
      return { ...ran, index, evidence, transcript };
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      return { ...plain, job: erroredJob(scenario, reportError(fault)) };
    }
  }

  /** The first result of a job is the only one that the stream takes. */
  async #send({ run, index }: JobMessage, result: ResultMessage, { folder }: KnownRun): Promise<void> {
    const { js, names } = this.#queue;
    const portable: ResultMessage = JSON.parse(JSON.stringify(result).replaceAll(folder.path, WORKING_FOLDER));
    const body = await bodyOf(this.#queue, this.#files, portable);
    await persist(this.#queue, async () => {
      try {
        await js.publish(names.result(run, index), body, { expect: { lastSubjectSequence: 0 } });
      } catch (fault) {
        if (apiCodeOf(fault) !== WRONG_LAST_SEQUENCE) throw fault;
      }
    });
  }
}

function aborted(signal: AbortSignal): Promise<"aborted"> {
  const { promise, resolve } = Promise.withResolvers<"aborted">();
  if (signal.aborted) resolve("aborted");
  signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  return promise;
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
