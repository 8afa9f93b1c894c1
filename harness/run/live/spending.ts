import type { Budget, Reservation } from "./budget.ts";
import { answeredUsd, exceeds, worstUsd } from "./request-usd.ts";
import type { WorstCase } from "./worst-case.ts";

/** Counts what live requests cost, and refuses the request that could exceed the limit. */
export class Spending implements Budget {
  readonly #maxUsd: number | null;
  /** The spent amount, and the amount reserved for requests with an unknown cost. */
  #committedUsd = 0;
  /** Requests under way; each is called back by those that wait for its cost. */
  #open = 0;
  #changed: PromiseWithResolvers<void> = Promise.withResolvers();

  /** `maxUsd` null: no limit. */
  constructor(maxUsd: number | null) {
    this.#maxUsd = maxUsd;
  }

  /** As `reserve`, but waits while a request under way might cost less than its worst case. */
  async reserveSoon(request: WorstCase): Promise<Reservation | string> {
    for (;;) {
      const reservation = this.reserve(request);
      if (typeof reservation !== "string" || this.#open === 0) return reservation;
      await this.#changed.promise;
    }
  }

  /**
   * Reserves a request's worst case: nothing is read, the whole prompt is written for the requested lifetime, and the answer has
   * its maximum length. Returns why it may not be sent, as text, if that could exceed the limit together with spent and reserved
   * amounts.
   */
  reserve(request: WorstCase): Reservation | string {
    const worst = this.#maxUsd === null ? 0 : worstUsd(request, this.#maxUsd);
    if (typeof worst === "string") return worst;
    if (this.#maxUsd !== null && this.#committedUsd + worst > this.#maxUsd) {
      return exceeds(this.#committedUsd + worst, this.#maxUsd);
    }
    this.#committedUsd += worst;
    this.#open += 1;
    const release = (): void => {
      this.#committedUsd -= worst;
      this.#closeOne();
    };
    const settle: Reservation["settle"] = (usage, atMs, sold) => {
      const costUsd = answeredUsd({ ...request, sold }, usage, atMs);
      if (costUsd !== null) this.#committedUsd += costUsd - worst;
      this.#closeOne();
      return costUsd;
    };
    return { settle, release };
  }

  #closeOne(): void {
    this.#open -= 1;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
