import { createVirtualClock, type VirtualClock } from "../../../mock/serve/clock.ts";

type PendingTimer = { readonly atMs: number; readonly fire: () => void };

/**
 * Time of a mocked run. It stands still while any code can run, and jumps to the next due moment when everything waits: a limit
 * of ten minutes is reached at once, and always at the same place.
 */
export class VirtualTime {
  readonly clock: VirtualClock;
  readonly #due = new Set<PendingTimer>();

  constructor(startMs: number) {
    this.clock = createVirtualClock(startMs);
  }

  /** Calls `fire` once when `delayMs` have passed, unless the returned function is called first. */
  readonly start = (delayMs: number, fire: () => void): (() => void) => {
    const due = { atMs: this.clock.now() + delayMs, fire };
    this.#due.add(due);
    return () => void this.#due.delete(due);
  };

  /** Goes to the earliest due moment and fires what is due by then, in order. False where nothing is. */
  jump(): boolean {
    const [next] = this.#inOrder();
    if (next === undefined) return false;
    this.clock.advance(Math.max(0, next.atMs - this.clock.now()));
    for (const due of this.#inOrder()) {
      // An earlier timer may have cancelled it.
      if (due.atMs <= this.clock.now() && this.#due.delete(due)) due.fire();
    }
    return true;
  }

  /** By moment; of one moment, what was started first. */
  #inOrder(): readonly PendingTimer[] {
    return [...this.#due].sort((a, b) => a.atMs - b.atMs);
  }
}
