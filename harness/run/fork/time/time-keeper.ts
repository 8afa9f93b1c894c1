import { yieldToEventLoop } from "../../../io/yield-to-event-loop.ts";
import type { Gates } from "../../../mock/script/gate.ts";
import type { Script } from "../../../mock/script/script.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Lets the time of a mocked run pass: while all that runs waits for it, and only then. */
export class TimeKeeper {
  readonly #time: VirtualTime;
  readonly #gates: Gates;
  #running = 0;
  #pausing = 0;
  #stir = Promise.withResolvers<void>();

  constructor(time: VirtualTime, gates: Gates, { waits }: Pick<Script, "waits">) {
    this.#time = time;
    this.#gates = gates;
    gates.onHold((gate) => {
      const waitMs = waits?.get(gate);
      if (waitMs !== undefined) time.start(waitMs, () => gates.open(gate));
      this.#stir.resolve();
    });
  }

  /** Settles with `work`. Only while it is under way does time pass. */
  async keep<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = (): void => {
      isOver = true;
      this.#stir.resolve();
    };
    const [result] = await Promise.all([work.finally(end), this.#passUntil(() => isOver)]);
    return result;
  }

  /** Settles with `work`, and counts it among what runs: time stands still until it waits. */
  async attend<T>(work: Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await work;
    } finally {
      this.#running -= 1;
      this.#stir.resolve();
    }
  }

  /** Settles with `event`, and counts as waiting until then: time may pass for whatever it depends on. */
  async standBy(event: Promise<void>): Promise<void> {
    this.#pausing += 1;
    this.#stir.resolve();
    try {
      await event;
    } finally {
      this.#pausing -= 1;
    }
  }

  /** A wait of a client's own, in virtual time; ends early when `signal` is aborted. */
  readonly pause = async (delayMs: number, signal: AbortSignal): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.#time.start(delayMs, resolve);
    const leave = (): void => {
      stop();
      resolve();
    };
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    this.#pausing += 1;
    this.#stir.resolve();
    await promise;
    this.#pausing -= 1;
    signal.removeEventListener("abort", leave);
  };

  async #passUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#stir.promise;
      this.#stir = Promise.withResolvers();
      while (!isOver() && this.#isIdle() && this.#time.jump()) await this.#settle();
    }
  }

  /** Whether each part that runs waits for time: in a response that is held, or in a pause. */
  #isIdle(): boolean {
    return this.#running > 0 && this.#gates.holding() + this.#pausing >= this.#running;
  }

  /** A client that a jump has aborted needs some turns of the event loop until the provider knows. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await yieldToEventLoop();
  }
}

const SETTLE_TURNS = 4;
