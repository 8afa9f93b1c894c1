import { sum } from "../kernel/numbers.ts";
import { countsWhole } from "../kernel/inspection/counted-over.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";

/** What some requests read, and what they cost. */
export type UsageSums = {
  /** The read share of all prompts with counters; null without counters. */
  readonly ratio: number | null;
  /** Null if no request has a price. */
  readonly usdPerThousand: number | null;
};

/** Sums over what is known. Counters that cannot be true, or cover a part alone, add nothing. */
export function sumUsage(exchanges: Iterable<InspectedExchange>): UsageSums {
  const sum = new UsageSum();
  for (const each of exchanges) sum.add(each);
  return sum.sums();
}

/** The same of requests that come one by one. */
export class UsageSum {
  requests = 0;
  #read = 0;
  #prompt = 0;
  /** What each priced request cost: a sum of sums is another number in its last digits. */
  readonly #usd: number[] = [];

  add({ usage, usd, countedOver }: InspectedExchange): void {
    this.requests += 1;
    if (countsWhole(countedOver) && usage !== null && usage.read !== null && usage.fresh !== null) {
      this.#read += usage.read;
      this.#prompt += usage.read + (usage.write ?? 0) + usage.fresh;
    }
    if (usd !== null) this.#usd.push(usd);
  }

  addAll(other: UsageSum): void {
    this.requests += other.requests;
    this.#read += other.#read;
    this.#prompt += other.#prompt;
    for (const usd of other.#usd) this.#usd.push(usd);
  }

  sums(): UsageSums {
    const { length } = this.#usd;
    return {
      ratio: this.#prompt === 0 ? null : this.#read / this.#prompt,
      usdPerThousand: length === 0 ? null : (sum(this.#usd) / length) * 1_000,
    };
  }
}
