import { newKey } from "../../io/new-key.ts";
import type { Ledger } from "../../run/live/shared-spending.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";
import { apiCodeOf, WRONG_LAST_SEQUENCE } from "../nats/queue-faults.ts";

/** What all workers of a run have spent and reserved, as the bucket of runs keeps it. */
type Entry = {
  readonly committedUsd: number;
  readonly open: number;
  /** The last change of each worker that was applied: one whose acknowledgement was lost is not applied again. */
  readonly applied: Readonly<Record<string, number>>;
};

type Change = { readonly apply: (entry: Entry) => Entry; readonly done: (entry: Entry, revision: number) => void };

/** What a run has spent and reserved, and how many requests are still open: once all results are there, those of workers that ended. */
export async function spendingOf(queue: Queue, run: string): Promise<Pick<Entry, "committedUsd" | "open">> {
  const found = await persist(queue, () => queue.runs.get(keyOf(run)));
  return found === null ? EMPTY : found.json<Entry>();
}

function keyOf(run: string): string {
  return `budget.${run}`;
}

/** The budget of one run, by compare-and-set. Changes that wait go into one update. */
export class RunLedger implements Ledger {
  readonly #queue: Queue;
  readonly #key: string;
  readonly #worker = newKey().toString("hex").slice(0, 12);
  #waiting: Change[] = [];
  #batch = 0;
  #working: Promise<void> | null = null;

  constructor(queue: Queue, run: string) {
    this.#queue = queue;
    this.#key = keyOf(run);
  }

  readonly reserve: Ledger["reserve"] = (usd, maxUsd) => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Ledger["reserve"]>>>();
    let isReserved = false;
    this.#change({
      apply: (entry) => {
        isReserved = entry.committedUsd + usd <= maxUsd;
        return isReserved ? { ...entry, committedUsd: entry.committedUsd + usd, open: entry.open + 1 } : entry;
      },
      done: ({ committedUsd, open }, revision) => resolve({ isReserved, committedUsd, open, revision }),
    });
    return promise;
  };

  readonly settle: Ledger["settle"] = (reservedUsd, costUsd) =>
    this.#change({
      apply: (entry) => ({ ...entry, committedUsd: entry.committedUsd + costUsd - reservedUsd, open: entry.open - 1 }),
      done: () => {},
    });

  /** Resolves when the server has all changes. */
  async settled(): Promise<void> {
    await this.#working;
  }

  #change(change: Change): void {
    this.#waiting.push(change);
    this.#working ??= this.#work().finally(() => (this.#working = null));
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const changes = this.#waiting;
      this.#waiting = [];
      this.#batch += 1;
      const { entry, revision } = await this.#apply(changes);
      for (const { done } of changes) done(entry, revision);
    }
  }

  /** Every attempt starts from what the server has, and applies the changes unless an attempt before has. */
  async #apply(changes: readonly Change[]): Promise<{ readonly entry: Entry; readonly revision: number }> {
    for (;;) {
      const found = await persist(this.#queue, () => this.#queue.runs.get(this.#key));
      const old = found === null ? EMPTY : found.json<Entry>();
      const isApplied = old.applied[this.#worker] === this.#batch;
      if (isApplied) return { entry: old, revision: found?.revision ?? 0 };
      const changed = changes.reduce((entry, { apply }) => apply(entry), old);
      if (changed === old) return { entry: old, revision: found?.revision ?? 0 };
      const entry = { ...changed, applied: { ...changed.applied, [this.#worker]: this.#batch } };
      const revision = await this.#set(entry, found?.revision ?? 0);
      if (revision !== null) return { entry, revision };
    }
  }

  /** Null if another worker was faster, or if it is unknown whether the server has it. */
  async #set(entry: Entry, previousSeq: number): Promise<number | null> {
    return persist(this.#queue, async () => {
      try {
        return await this.#queue.runs.put(this.#key, JSON.stringify(entry), { previousSeq });
      } catch (fault) {
        // `persist` would report it as a refusal.
        if (apiCodeOf(fault) === WRONG_LAST_SEQUENCE) return null;
        throw fault;
      }
    });
  }
}

const EMPTY: Entry = { committedUsd: 0, open: 0, applied: {} };
