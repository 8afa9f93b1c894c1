import type { StartTimer } from "../../../src/fork/loop/timer.ts";

/** A clock that moves only on demand. */
export class VirtualTimer {
  readonly #pending = new Set<{ readonly dueMs: number; readonly fire: () => void }>();
  #nowMs = 0;

  readonly start: StartTimer = (delayMs, fire) => {
    const timer = { dueMs: this.#nowMs + delayMs, fire };
    this.#pending.add(timer);
    return () => this.#pending.delete(timer);
  };

  advance(byMs: number): void {
    this.#nowMs += byMs;
    for (const timer of [...this.#pending].filter(({ dueMs }) => dueMs <= this.#nowMs)) {
      this.#pending.delete(timer);
      timer.fire();
    }
  }

  get pending(): number {
    return this.#pending.size;
  }
}
