import type { VirtualClock } from "../../mock/clock.ts";
import { createVirtualClock } from "../../mock/clock.ts";

/**
 * Time of a mocked run. It stands still while anything can go on, and jumps to the next due moment when everything waits:
 * a limit of ten minutes is reached at once, and always at the same place.
 */
export class VirtualTime {
  readonly clock: VirtualClock;
  readonly #due: { readonly atMs: number; readonly fire: () => void }[] = [];

  constructor(startMs: number) {
    this.clock = createVirtualClock(startMs);
  }

  /** Calls `fire` once when `delayMs` have passed, unless the returned function is called first. */
  start(delayMs: number, fire: () => void): () => void {
    const entry = { atMs: this.clock.now() + delayMs, fire };
    this.#due.push(entry);
    return () => {
      const at = this.#due.indexOf(entry);
      if (at !== -1) this.#due.splice(at, 1);
    };
  }

  /** Goes to the earliest due moment and fires what is due then. False where nothing is. */
  jump(): boolean {
    const next = this.#due.reduce<number | null>((earliest, { atMs }) => Math.min(earliest ?? atMs, atMs), null);
    if (next === null) return false;
    this.clock.advance(Math.max(0, next - this.clock.now()));
    const due = this.#due.filter(({ atMs }) => atMs <= this.clock.now());
    for (const entry of due) this.#due.splice(this.#due.indexOf(entry), 1);
    for (const { fire } of due) fire();
    return true;
  }
}
