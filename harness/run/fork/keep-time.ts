import { nextTurn } from "../../io/next-turn.ts";
import type { MockProvider } from "../../mock/mock-provider.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Lets a mocked run's time pass: while every request that is in flight waits for it, and only then. */
export class TimeKeeper {
  readonly #provider: MockProvider;
  readonly #time: VirtualTime;
  #waiting = 0;
  #isJumping = false;

  constructor(provider: MockProvider, time: VirtualTime) {
    this.#provider = provider;
    this.#time = time;
  }

  /** Opens each gate when its time has passed since the first response was held there. */
  watch(waits: ReadonlyMap<string, number>): void {
    for (const [gate, waitMs] of waits) void this.#watchGate(gate, waitMs);
  }

  async #watchGate(gate: string, waitMs: number): Promise<void> {
    await this.#provider.gates.held(gate, 1);
    this.#waiting += 1;
    this.#time.start(waitMs, () => {
      this.#waiting -= 1;
      this.#provider.gates.open(gate);
    });
    if (!this.#isJumping) await this.#jumpWhileIdle();
  }

  async #jumpWhileIdle(): Promise<void> {
    this.#isJumping = true;
    // What can still go on does so in a few turns of the event loop: a socket's bytes take more than one.
    for (let quiet = 0; quiet < QUIET_TURNS && this.#waiting > 0; quiet += 1) {
      await nextTurn();
      const inFlight = this.#provider.inFlight();
      if (inFlight === 0) break;
      if (inFlight > this.#waiting) quiet = -1;
      else if (quiet === QUIET_TURNS - 1 && this.#time.jump()) quiet = -1;
    }
    this.#isJumping = false;
  }
}

const QUIET_TURNS = 4;
