import { Column } from "../../kernel/memo/column.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import type { Usage } from "../../kernel/usage.ts";

/** The columns of a request's counters. */
const COUNTERS = ["read", "write", "fresh", "output", "longWrite"] as const;

/** Stands for a counter that is null. */
const NULL = -1;

/** So large a counter has no place in a column, nor has a fraction. */
const MOST = 2 ** 31;

/**
 * The exchanges of a recording while it is read. Those of a lean list are mostly alike except in ids, time and counters: of these one object is
 * kept for all, and the rest in columns. All others are kept as they are.
 */
export class KeptExchanges implements Iterable<InspectedExchange> {
  readonly #isLean: boolean;
  readonly #ids: string[] = [];
  readonly #parents: (string | null)[] = [];
  readonly #exchanges: InspectedExchange[] = [];
  readonly #sentMs = Column.ofNumbers(Number.NaN);
  readonly #counts = COUNTERS.map(() => Column.ofIntegers(NULL));
  readonly #alike = new Map<string, InspectedExchange>();
  #looked = 0;

  constructor(isLean: boolean) {
    this.#isLean = isLean;
  }

  get length(): number {
    return this.#ids.length;
  }

  add(each: InspectedExchange): void {
    this.#ids.push(each.id);
    this.#set(this.#ids.length - 1, each);
  }

  /** Replaces one that was judged again. Exchanges are judged again in the order in which they were added. */
  replace(id: string, withEarlier: (earlier: InspectedExchange) => InspectedExchange): void {
    while (this.#looked < this.#ids.length && this.#ids[this.#looked] !== id) this.#looked += 1;
    const earlier = this.#at(this.#looked);
    if (earlier !== null) this.#set(this.#looked, withEarlier(earlier));
  }

  *[Symbol.iterator](): Generator<InspectedExchange> {
    for (let at = 0; at < this.#ids.length; at += 1) {
      const each = this.#at(at);
      if (each !== null) yield each;
    }
  }

  #set(at: number, each: InspectedExchange): void {
    if (!this.#isLean || !isPlain(each)) {
      this.#exchanges[at] = each;
      return;
    }
    const { startedAt, parent, usage } = each;
    this.#parents[at] = parent;
    this.#sentMs.set(at, startedAt === null ? Number.NaN : Date.parse(startedAt));
    for (const [index, name] of COUNTERS.entries()) this.#counts[index]?.set(at, usage?.[name] ?? NULL);
    this.#exchanges[at] = this.#like({ ...each, ...NO_IDS, startedAt: null, usage: usage && withoutCounts(usage) });
  }

  /** The first one that has all of this in common. */
  #like(common: InspectedExchange): InspectedExchange {
    const key = JSON.stringify(common);
    const known = this.#alike.get(key);
    if (known === undefined) this.#alike.set(key, common);
    return known ?? common;
  }

  #at(at: number): InspectedExchange | null {
    const [id, each] = [this.#ids[at], this.#exchanges[at]];
    if (id === undefined || each === undefined || each.id === id) return each ?? null;
    const ms = this.#sentMs.at(at);
    const startedAt = Number.isNaN(ms) ? null : new Date(ms).toISOString();
    const usage = each.usage && this.#usageAt(at, each.usage);
    return { ...each, id, startedAt, parent: this.#parents[at] ?? null, conversation: id, usage };
  }

  #usageAt(at: number, { longWrite: kept }: Usage): Usage {
    const counts = this.#counts.map((column) => column.at(at)).map((count) => (count === NULL ? null : count));
    const [read = null, write = null, fresh = null, output = null, longWrite = null] = counts;
    return { read, write, fresh, output, ...(kept !== undefined && { longWrite }) };
  }
}

/** What each has for itself, apart from time and counters. */
const NO_IDS = { id: "", parent: null, conversation: "" } as const;

/** Whether it differs from others in nothing but what the columns hold. */
function isPlain({ id, conversation, findings, alternatives, unread, usage, ...costs }: InspectedExchange): boolean {
  const { bill, breakCost, unserved, root, failed } = costs;
  if (findings.length > 0 || alternatives.length > 0 || unread !== null || conversation !== id) return false;
  if ((bill ?? breakCost ?? unserved ?? root ?? failed) !== null || costs.usd !== null) return false;
  if (usage === null) return true;
  return usage.halfDayWrite === undefined && COUNTERS.every((name) => isCount(usage[name] ?? 0));
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < MOST;
}

/** Which counters there are, without their numbers. */
function withoutCounts({ longWrite }: Usage): Usage {
  return { read: null, write: null, fresh: null, output: null, ...(longWrite !== undefined && { longWrite: null }) };
}
