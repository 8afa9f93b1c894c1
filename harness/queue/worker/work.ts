import type { JsMsg } from "@nats-io/jetstream";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { version } from "../../kernel/version.ts";
import { reportError } from "../../run/job/report-error.ts";
import { erroredJob } from "../../run/job/run-job.ts";
import { EVIDENCE, type JobMessage, TRANSCRIPTS } from "../messages.ts";
import { ensureWorkers } from "../nats/ensure-streams.ts";
import { QueueFiles } from "../nats/files.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { type ReadBody, readBody } from "../nats/send-body.ts";
import { countStart, earlierStarts, giveBack, MOST_STARTS } from "./deliveries.ts";
import { JobFeed } from "./job-feed.ts";
import { JobsInHand } from "./jobs-in-hand.ts";
import { keepTaken } from "./keep-taken.ts";
import { type KnownRun, KnownRuns } from "./known-runs.ts";
import { NewServer } from "./new-server.ts";
import { RunLane } from "./run-lane.ts";
import { type RanMessage, ResultSender } from "./send-results.ts";
import { type ResultWithFiles, SentResults } from "./sent-results.ts";
import { SideBySide } from "./side-by-side.ts";

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
  const { lanes, signal, onJob } = options;
  const feed = new JobFeed(consumer, {
    server: queue.server,
    lanes,
    signal,
    giveBack: (message) => giveBack(queue, message, "waiting"),
  });
  const sent = new SentResults();
  const sender = new ResultSender(queue, files, (ran) => {
    sent.add(ran.job, ran);
    onJob(ran.result.job.id, ran.result.job.outcome.status);
  });
  const newServer = new NewServer(queue, signal, async () => {
    for (const [name, results] of sent.byRun()) {
      const run = await runs.findOpen(name);
      if (run !== null) await sender.sendAgain(run, results);
    }
  });
  const worker = new Worker({ queue, files, runs, options, feed, sender, sent, newServer });
  await Promise.all(Array.from({ length: lanes }, () => worker.drain()));
  await feed.gaveBack;
}

type Parts = {
  readonly queue: Queue;
  readonly files: QueueFiles;
  readonly runs: KnownRuns;
  readonly options: WorkOptions;
  readonly feed: JobFeed;
  readonly sender: ResultSender;
  readonly sent: SentResults;
  readonly newServer: NewServer;
};

class Worker {
  readonly #parts: Parts;
  readonly #jobs = new SideBySide();
  readonly #inHand = new JobsInHand();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One job after the other. Results are sent while the next ones run. */
  async drain(): Promise<void> {
    const { feed, sender, runs, options } = this.#parts;
    const { signal } = options;
    using lane = new RunLane(signal);
    while (!signal.aborted) {
      const message = await feed.next();
      const ran = message === null ? null : await this.#take(message, lane);
      if (ran !== null) {
        feed.note(ran.result.durationMs);
        // A result that was paid for must not be lost with its worker.
        await sender.add(ran, feed.isFast && ran.run.record.settings.live === null);
      }
      if (message === null) {
        await sender.settled();
        if (!signal.aborted) await runs.dropEnded();
        lane.renew((run) => runs.has(run));
      }
    }
    await sender.settled();
  }

  /** Runs a job; null if it has no result to send. */
  async #take(message: JsMsg, lane: RunLane): Promise<RanMessage | null> {
    const { queue, files, runs, options, sender, sent, newServer } = this.#parts;
    const { document, attached } = await readBody(files, message.data, message.subject);
    // The parsing edge: only our coordinators write to this stream.
    // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
    const job = document as JobMessage;
    const run = await runs.find(job.run);
    if (options.signal.aborted) {
      await giveBack(queue, message, "waiting");
      return null;
    }
    if (run === null) return drop(message, "term");
    const isAgain = this.#inHand.has(job);
    const taken = await this.#hold(message, job, run);
    const isFirst = message.info.deliveryCount === 1 && run.record.server === queue.connection.info?.server_id;
    const isCertain = isFirst && !isAgain;
    try {
      if (!isCertain) await newServer.settled;
      const lost = isCertain ? null : sent.find(job);
      if (lost !== null) await sender.sendAgain(run, [lost]);
      if (!isCertain && (await this.#hasEnded(job))) return drop(message, "ack", taken);
      const earlier = await earlierStarts(queue, message);
      if (earlier >= MOST_STARTS) return { message, job, ...errored(job, poisonous(job)), run, taken };
      // Jobs next to one that ends its worker die with it as often. The last start shows which of them it is.
      const isLast = earlier === MOST_STARTS - 1;
      using _turn = await this.#jobs.begin(isLast);
      if (isLast) await sender.settled();
      await countStart(queue, message, earlier);
      const ran = await this.#run(job, attached, run, lane);
      if (ran !== null) return await this.#keep({ message, job, ...ran, run, taken }, isLast);
      taken[Symbol.dispose]();
      // Before another worker starts the job.
      lane[Symbol.dispose]();
      await giveBack(queue, message, "started");
      return null;
    } catch (fault) {
      taken[Symbol.dispose]();
      throw fault;
    }
  }

  /** A job that this worker has in hand already waits for its other delivery: that one may have a result soon. */
  async #hold(message: JsMsg, job: JobMessage, { record }: KnownRun): Promise<Disposable> {
    const working = keepTaken(message, record.ackWaitMs);
    const inHand = await this.#inHand.take(job);
    return {
      [Symbol.dispose]: () => {
        working[Symbol.dispose]();
        inHand[Symbol.dispose]();
      },
    };
  }

  /** A result that must not be lost with the next job is sent before that begins: then null. */
  async #keep(ran: RanMessage, isLast: boolean): Promise<RanMessage | null> {
    if (!isLast) return ran;
    await this.#parts.sender.add(ran, false);
    await this.#parts.sender.settled();
    return null;
  }

  /** An earlier worker may have died before its acknowledgement, and a server that crashed forgets some, with the count of deliveries. */
  async #hasEnded({ run, index }: JobMessage): Promise<boolean> {
    const { names, manager } = this.#parts.queue;
    const subject = names.result(run, index);
    return (
      (await persist(this.#parts.queue, () => manager.streams.getMessage(names.results, { last_by_subj: subject }))) !==
      null
    );
  }

  async #run(
    job: JobMessage,
    attached: ReadBody["attached"],
    run: KnownRun,
    lane: RunLane,
  ): Promise<ResultWithFiles | null> {
    const { scenario, index, packs } = job;
    try {
      const inMemory = new Map(job.inMemory.flatMap((name) => pairOf(name, attached.get(name))));
      await run.folder.unpack({ scenario, packs: packs.filter((name) => !inMemory.has(name)) }, attached);
      const ran = await lane.run(run, scenario, [...inMemory.values()]);
      if (ran === null) return null;
      // What it has spent counts before its result does.
      await run.ledger.settled();
      const [evidence, transcript] = [
        await run.folder.send(EVIDENCE, scenario.id),
        await run.folder.send(TRANSCRIPTS, scenario.id),
      ];
      const files = [evidence, transcript].filter((content) => content !== null);
      const result = { ...ran, index, packs, evidence: evidence?.name ?? null, transcript: transcript?.name ?? null };
      return { result, files };
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      return errored(job, fault);
    }
  }
}

function pairOf<Value>(name: string, value: Value | undefined): readonly (readonly [string, Value])[] {
  return value === undefined ? [] : [[name, value]];
}

function drop(message: JsMsg, how: "ack" | "term", taken?: Disposable): null {
  taken?.[Symbol.dispose]();
  message[how]();
  return null;
}

/** The result of a job that its process has not run. */
function errored({ scenario, index, packs }: JobMessage, fault: HarnessError): ResultWithFiles {
  const nothing = { durationMs: 0, unknownModels: [], internalErrors: [], evidence: null, transcript: null };
  return { result: { ...nothing, index, packs, job: erroredJob(scenario, reportError(fault)) }, files: [] };
}

function poisonous({ scenario: { place } }: JobMessage): HarnessError {
  return new HarnessError({
    code: "HX444",
    what: `${MOST_STARTS} workers took this job, and none of them reported a result or a sign of life since`,
    where: place,
    fix: "run this job alone with --jobs 1: it may end its process or use all memory",
    exit: 3,
  });
}
