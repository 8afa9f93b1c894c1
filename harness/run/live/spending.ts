import { priceOf } from "../../money/price-of.ts";
import type { Usage } from "../../kernel/usage.ts";

/** Counts what live requests cost, and refuses the request that could exceed the limit. */
export class Spending {
  readonly #maxUsd: number | null;
  #spentUsd = 0;
  #unpriced = 0;

  /** `maxUsd` null: no limit. */
  constructor(maxUsd: number | null) {
    this.#maxUsd = maxUsd;
  }

  /**
   * Why a prompt of about `tokens` may not be sent; null where it may. Held to the worst case: nothing is read, all of it
   * is written. What the model answers is counted once it is known.
   */
  refusal({
    provider,
    model,
    tokens,
  }: {
    readonly provider: string;
    readonly model: string;
    readonly tokens: number;
  }): string | null {
    if (this.#maxUsd === null) return null;
    const worst = priceOf(provider, model, { read: 0, write: tokens, fresh: 0, output: 0 }, null);
    if (worst === null) return `nobody knows the price of ${model}, and --max-cost allows $${this.#maxUsd}`;
    const total = this.#spentUsd + worst;
    if (total <= this.#maxUsd) return null;
    return `about $${total.toFixed(4)} would be spent with this request, and --max-cost allows $${this.#maxUsd}`;
  }

  add(provider: string, model: string, usage: Usage | null, atMs: number): number | null {
    const costUsd = usage === null ? null : priceOf(provider, model, usage, atMs);
    if (costUsd === null) this.#unpriced += 1;
    else this.#spentUsd += costUsd;
    return costUsd;
  }

  /** Null once an answer's cost is not known: a sum without it would be too small. */
  totalUsd(): number | null {
    return this.#unpriced === 0 ? this.#spentUsd : null;
  }
}
