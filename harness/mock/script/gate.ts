/** Named gates that hold responses until a test opens them: how concurrency is made exact without waiting for time. */
export class Gates {
  readonly #open = new Set<string>();
  readonly #held = new Map<string, Set<() => void>>();
  readonly #watchers = new Set<{ readonly gate: string; readonly count: number; readonly tell: () => void }>();
  readonly #listeners: ((gate: string) => void)[] = [];

  /** Responses that are held at any gate. */
  holding(): number {
    return [...this.#held.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Calls `listen` with the name of the gate whenever a response comes to be held. */
  onHold(listen: (gate: string) => void): void {
    this.#listeners.push(listen);
  }

  /** Resolves when the gate opens, or at once where it is open; also when `signal` is aborted: ask it which it was. */
  async pass(gate: string, signal: AbortSignal): Promise<void> {
    if (this.#open.has(gate) || signal.aborted) return;
    const held = this.#held.get(gate) ?? new Set();
    this.#held.set(gate, held);
    await new Promise<void>((resolve) => {
      const leave = (): void => {
        held.delete(leave);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave);
      held.add(leave);
      this.#notify();
      for (const listen of this.#listeners) listen(gate);
    });
  }

  /** Opens a gate for all that it holds and for all that come later. */
  open(gate: string): void {
    this.#open.add(gate);
    for (const leave of this.#held.get(gate) ?? []) leave();
  }

  /** Resolves once the gate holds at least `count` responses at the same time. */
  async held(gate: string, count: number): Promise<void> {
    await new Promise<void>((tell) => {
      this.#watchers.add({ gate, count, tell });
      this.#notify();
    });
  }

  #notify(): void {
    for (const watcher of this.#watchers) {
      if ((this.#held.get(watcher.gate)?.size ?? 0) < watcher.count) continue;
      this.#watchers.delete(watcher);
      watcher.tell();
    }
  }
}
