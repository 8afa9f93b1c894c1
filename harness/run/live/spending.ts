import { priceOf } from "../../money/price-of.ts";
import type { Usage } from "../../kernel/usage.ts";
import type { WorstCase } from "./worst-case.ts";

/** A request that may be sent: its worst case is reserved until its cost is known. One of the two is called once. */
export type Reservation = {
  /** Its cost in USD; null if unknown, and then the whole worst case counts against the limit. */
  readonly settle: (usage: Usage | null, atMs: number) => number | null;
  /** It has cost nothing: it was refused, or never sent. */
  readonly release: () => void;
};

/** Counts what live requests cost, and refuses the request that could exceed the limit. */
export class Spending {
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
    const { provider, model } = request;
    const worst = this.#maxUsd === null ? 0 : this.#worstUsd(request, this.#maxUsd);
    if (typeof worst === "string") return worst;
    this.#committedUsd += worst;
    this.#open += 1;
    const release = (): void => {
      this.#committedUsd -= worst;
      this.#closeOne();
    };
    const settle: Reservation["settle"] = (usage, atMs) => {
      const isWhole = usage !== null && usage.output !== null;
      const long = usage === null || !request.keepsLong ? 0 : (usage.longWrite ?? usage.write ?? 0);
      const costUsd = isWhole ? priceOf(provider, model, { ...usage, longWrite: long }, atMs) : null;
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

  #worstUsd({ provider, model, promptTokens, answerTokens, keepsLong }: WorstCase, maxUsd: number): number | string {
    const allowed = `--max-cost allows $${maxUsd}`;
    if (answerTokens === null) {
      return `the length of an answer of ${model || "this model"} is unknown, since the request sets no limit, and ${allowed}`;
    }
    const priced = (prompt: { readonly write: number; readonly fresh: number }): number | null => {
      const usage = { read: 0, ...prompt, output: answerTokens, longWrite: keepsLong ? prompt.write : 0 };
      return priceOf(provider, model, usage, null);
    };
    const [written, fresh] = [priced({ write: promptTokens, fresh: 0 }), priced({ write: 0, fresh: promptTokens })];
    if (written === null || fresh === null) return `the price of ${model || "this model"} is unknown, and ${allowed}`;
    const worst = Math.max(written, fresh);
    const total = this.#committedUsd + worst;
    return total <= maxUsd ? worst : `up to $${total.toFixed(4)} could be spent with this request, and ${allowed}`;
  }
}
