import { startTimer } from "../../../io/clock.ts";
import { newKey } from "../../../io/new-key.ts";
import {
  type PrintedText,
  startWorkerProcess,
  type WorkerExit,
  type WorkerProcess,
} from "../../../io/workers/worker-process.ts";
import type { StubbedAnswer } from "../stub-tools.ts";
import { type OwnVariables, subjectEnvironment } from "./subject-environment.ts";
import type { FromWorker, ModuleResult, PlainTask, ScorerTarget, ToWorker } from "./worker/messages.ts";
import { workerEntry } from "../../worker-entry.ts";

/** Requests of a run while it is under way. */
export type OnCall = (tool: string, input: Extract<FromWorker, { kind: "call" }>["input"]) => Promise<StubbedAnswer>;

/** Why the process of a job is of no use any more. */
export type WorkerFault = {
  /** The run that did it; null where that is not known. */
  readonly run: string | null;
  readonly text: string;
  /** Whether code that an earlier job left behind did it. */
  readonly isStray: boolean;
};

/** The traces that a job left in the process. */
export type JobEnd = {
  readonly fault: WorkerFault | null;
  readonly refused: readonly string[];
  readonly printed: PrintedText;
};

type Job = {
  readonly secret: string;
  readonly runs: Map<string, { readonly settle: (result: ModuleResult | null) => void; readonly onCall: OnCall }>;
  readonly ended: PromiseWithResolvers<Extract<FromWorker, { kind: "ended" }> | null>;
  fault: WorkerFault | null;
};

/** A worker that does not answer within this time is blocked by what a job left in it. */
const ANSWER_MS = 5_000;

/** A process whose pipe has ended ends within this time. */
const EXIT_MS = 500;

/** One worker process, seen from the runner: a job at a time, and never another one after a fault. */
export class SubjectWorker {
  readonly #process: WorkerProcess;
  #job: Job | null = null;
  /** Opens the job, and goes out together with its first order. */
  #opening: readonly ToWorker[] = [];
  #isUsable = true;
  /** The secret of the last job, until the worker says in what state that left it. */
  #leaving: { readonly secret: string; readonly settled: PromiseWithResolvers<void> } | null = null;
  /** Whether a job has run here before. */
  isUsed = false;

  constructor(own: OwnVariables = {}) {
    this.#process = startWorkerProcess(workerEntry("subject-worker"), subjectEnvironment(own), {
      message: (message) => this.#hear(message),
      exit: (exit) => this.#fail({ run: null, isStray: false, text: describeExit(exit) }),
      fault: (fault) => this.#loseTouch(fault),
    });
  }

  /** Whether another job may run here, as far as is known yet. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** The same, once the last job's traces have been looked for. */
  async settles(): Promise<boolean> {
    await this.#leaving?.settled.promise;
    return this.#isUsable;
  }

  begin(staysOnLoopback: boolean): void {
    const secret = newKey().toString("hex");
    this.#job = { secret, runs: new Map(), ended: Promise.withResolvers(), fault: null };
    this.#opening = [{ kind: "begin", secret, staysOnLoopback }];
  }

  /** Null where the process came to an end, or was ended, before the module did. */
  async run(
    run: string,
    path: string,
    task: PlainTask,
    signal: AbortSignal,
    onCall: OnCall,
  ): Promise<ModuleResult | null> {
    const job = this.#current();
    const { promise, resolve } = Promise.withResolvers<ModuleResult | null>();
    job.runs.set(run, { settle: resolve, onCall });
    const abort = (): void => this.#send({ kind: "abort", secret: job.secret, run, reason: reasonOf(signal) });
    this.#send({ kind: "run", secret: job.secret, run, path, task });
    if (job.fault !== null) resolve(null);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Calls a scorer. Null where the process came to an end, or was ended, before the scorer did. */
  async score(run: string, target: ScorerTarget, given: readonly [object, object]): Promise<ModuleResult | null> {
    const job = this.#current();
    const { promise, resolve } = Promise.withResolvers<ModuleResult | null>();
    job.runs.set(run, { settle: resolve, onCall: () => Promise.reject(new Error("a scorer has no tools")) });
    this.#send({ kind: "score", secret: job.secret, run, target, given });
    if (job.fault !== null) resolve(null);
    return promise;
  }

  /** The fault of the job so far. */
  get fault(): WorkerFault | null {
    return this.#job?.fault ?? null;
  }

  /** Ends the process and what it started; runs under way come to nothing, for the reason that `text` says. */
  stop(run: string | null, text: string): void {
    this.#fail({ run, isStray: false, text });
  }

  /** Ends the job once its server is closed: later errors of its code count, too. */
  async end(): Promise<JobEnd> {
    const job = this.#current();
    let refused: readonly string[] = [];
    if (job.fault === null) {
      this.#awaitState(job.secret);
      this.#send({ kind: "end", secret: job.secret });
      const cancel = startTimer(ANSWER_MS, () => this.stop(null, "it blocked its process after its end"));
      const ended = await job.ended.promise;
      cancel();
      refused = ended?.refused ?? [];
    }
    const printed = await this.#process.takePrinted();
    this.isUsed = true;
    this.#job = null;
    return { fault: job.fault, refused, printed };
  }

  kill(): void {
    this.#discard();
  }

  #awaitState(secret: string): void {
    const settled = Promise.withResolvers<void>();
    const cancel = startTimer(ANSWER_MS, () => this.#discard());
    this.#leaving = { secret, settled };
    void settled.promise.then(cancel);
  }

  #current(): Job {
    if (this.#job === null) throw new Error("a worker was asked for a run outside of a job");
    return this.#job;
  }

  #send(message: ToWorker): void {
    this.#process.sendTogether([...this.#opening, message]);
    this.#opening = [];
  }

  #discard(): void {
    this.#isUsable = false;
    this.#leaving?.settled.resolve();
    this.#process.kill();
  }

  /** The first error counts: later ones follow from it. */
  #fail(fault: WorkerFault): void {
    const job = this.#job;
    const hadEnded = !this.#isUsable;
    this.#discard();
    if (job === null || (hadEnded && job.fault !== null)) return;
    job.fault ??= fault;
    for (const { settle } of job.runs.values()) settle(null);
    job.ended.resolve(null);
  }

  /** Bytes that are not a message, or the end of the pipe: the process ends in a moment, or a module closed the pipe. */
  #loseTouch(fault: string | null): void {
    const fail = (text: string): void => this.#fail({ run: null, isStray: false, text });
    if (fault !== null) fail(`it wrote onto forkproof's own pipe (${fault})`);
    else startTimer(EXIT_MS, () => fail("it closed forkproof's own pipe"));
  }

  /** The parsing edge: a message without the secret of this job may come from anybody, and counts for nothing. */
  #hear(message: unknown): void {
    const job = this.#job;
    if (typeof message !== "object" || message === null || !("secret" in message)) return;
    const isLeaving = message.secret === this.#leaving?.secret;
    if (message.secret !== job?.secret && !isLeaving) {
      // An error between two jobs harms neither of them, but the process cannot be used again.
      if (job === null && "kind" in message && message.kind === "fault") this.#discard();
      return;
    }
    // oxlint-disable-next-line typescript/consistent-type-assertions -- only our worker knows the secret
    const heard = message as FromWorker;
    if (heard.kind === "state") {
      if (heard.changed !== null) this.#discard();
      this.#leaving?.settled.resolve();
      return;
    }
    if (job === null) return;
    switch (heard.kind) {
      case "call":
        return void this.#answer(job, heard);
      case "result":
        if (!isResult(heard.result)) return this.#fail({ run: heard.run, isStray: false, text: GARBLED });
        return job.runs.get(heard.run)?.settle(heard.result);
      case "fault":
        return this.#fail(heard);
      case "ended":
        return job.ended.resolve(heard);
    }
  }

  async #answer(
    { secret, runs }: Job,
    { run, call, tool, input }: Extract<FromWorker, { kind: "call" }>,
  ): Promise<void> {
    const answer = await runs.get(run)?.onCall(tool, input);
    if (answer !== undefined) this.#send({ kind: "answer", secret, call, answer });
  }
}

/** Code that adds a `then` to every object, for one, replaces what our own code awaits. */
const GARBLED = "it changed what every object is, so that its process cannot report its result";

const RESULTS: ReadonlySet<unknown> = new Set<ModuleResult["kind"]>([
  "done",
  "scored",
  "threw",
  "broken",
  "no function",
]);

function isResult(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && RESULTS.has(value.kind);
}

function describeExit({ code, signal }: WorkerExit): string {
  return `its process ended with ${code === null ? `signal ${signal ?? "unknown"}` : `exit code ${code}`}`;
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason);
}
