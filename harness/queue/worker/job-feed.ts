import type { Consumer, JsMsg } from "@nats-io/jetstream";
import { pause, startTimer } from "../../io/clock.ts";
import { isPassing, queueFault } from "../nats/queue-faults.ts";

/** A worker asks for jobs this long, then looks whether its runs are still open. */
const ASK_MS = 5_000;

/** Jobs that take this long together are asked for at once. */
const AHEAD_MS = 200;

const MOST_AHEAD = 32;

/** A job that has waited here for so long goes to another worker. */
const HELD_MS = 500;

export type JobFeedOptions = {
  readonly server: string;
  readonly lanes: number;
  readonly signal: AbortSignal;
  /** Has another worker run a job that this one has not begun. */
  readonly giveBack: (message: JsMsg) => Promise<void>;
};

type Held = { readonly message: JsMsg; readonly cancel: () => void };

/**
 * Jobs from the queue, for all lanes of a worker. As long as jobs are short and many wait, several come with one request. Otherwise
 * a lane asks for a job once it has run the one before: another worker may be idle.
 */
export class JobFeed {
  readonly #consumer: Consumer;
  readonly #options: JobFeedOptions;
  readonly #held: Held[] = [];
  readonly #lanes: PromiseWithResolvers<JsMsg | null>[] = [];
  #isAsking = false;
  #gaveBack: Promise<unknown> = Promise.resolve();
  /** The mean time of the latest jobs; null before the first. */
  #jobMs: number | null = null;
  /** How many jobs waited on the server when it sent the last one. */
  #pending = 0;

  constructor(consumer: Consumer, options: JobFeedOptions) {
    this.#consumer = consumer;
    this.#options = options;
    options.signal.addEventListener("abort", () => this.#end(), { once: true });
  }

  /** Null if the queue is empty, or if the worker was asked to end. @throws what the queue throws */
  next(): Promise<JsMsg | null> {
    if (this.#options.signal.aborted) return Promise.resolve(null);
    const lane = Promise.withResolvers<JsMsg | null>();
    this.#lanes.push(lane);
    const [held] = this.#held.splice(0, 1);
    held?.cancel();
    if (held !== undefined) this.#give(held.message);
    if (this.#held.length === 0) void this.#ask();
    return lane.promise;
  }

  /** How long a job took decides how many are asked for at once. */
  note(jobMs: number): void {
    this.#jobMs = this.#jobMs === null ? jobMs : this.#jobMs + (jobMs - this.#jobMs) / 4;
  }

  /** Whether jobs follow each other so fast that several of them may share a request. */
  get isFast(): boolean {
    return this.#held.length > 0 && this.#ahead() > 1;
  }

  /** Resolves when the server has all jobs that were given back. */
  get gaveBack(): Promise<unknown> {
    return this.#gaveBack;
  }

  async #ask(): Promise<void> {
    const wanted = this.#lanes.length + this.#ahead();
    if (this.#isAsking || wanted === 0) return;
    this.#isAsking = true;
    const lanes = [...this.#lanes];
    try {
      const came = await this.#fetch(wanted);
      // Those that began to wait since have not waited long.
      if (came === 0) for (const lane of lanes) this.#leave(lane)?.resolve(null);
    } catch (fault) {
      for (const lane of lanes) this.#leave(lane)?.reject(fault);
    }
    this.#isAsking = false;
    if (this.#lanes.length > 0) void this.#ask();
  }

  /** The number of jobs that came. */
  async #fetch(wanted: number): Promise<number> {
    const { signal, server } = this.#options;
    let came = 0;
    try {
      for await (const message of await this.#consumer.fetch({ max_messages: wanted, expires: ASK_MS })) {
        came += 1;
        this.#pending = message.info.pending;
        this.#give(message);
      }
    } catch (fault) {
      if (!isPassing(fault)) throw queueFault(fault, server);
      await pause(250, signal);
    }
    // No more were there.
    if (came < wanted) this.#pending = 0;
    return came;
  }

  /** How many jobs to have here before a lane needs them. At the end of a run, the last ones are for whichever worker is idle. */
  #ahead(): number {
    if (this.#jobMs === null || this.#options.signal.aborted) return 0;
    const fitting = Math.floor((AHEAD_MS * this.#options.lanes) / Math.max(this.#jobMs, 1));
    return Math.min(fitting, MOST_AHEAD, this.#pending >> 3);
  }

  #give(message: JsMsg): void {
    if (this.#options.signal.aborted) return this.#return(message);
    const lane = this.#lanes.shift();
    if (lane !== undefined) return lane.resolve(message);
    const held: Held = { message, cancel: startTimer(HELD_MS, () => this.#giveBack(held)) };
    this.#held.push(held);
  }

  #giveBack(held: Held): void {
    held.cancel();
    const [given] = this.#held.splice(this.#held.indexOf(held), 1);
    if (given !== undefined) this.#return(given.message);
  }

  #return(message: JsMsg): void {
    this.#gaveBack = Promise.all([this.#gaveBack, this.#options.giveBack(message)]);
  }

  #leave(lane: PromiseWithResolvers<JsMsg | null>): PromiseWithResolvers<JsMsg | null> | null {
    const at = this.#lanes.indexOf(lane);
    return at === -1 ? null : (this.#lanes.splice(at, 1)[0] ?? null);
  }

  #end(): void {
    while (this.#held[0] !== undefined) this.#giveBack(this.#held[0]);
    for (const lane of this.#lanes.splice(0)) lane.resolve(null);
  }
}
