import type { EventOrigin, ForkEvent } from "../fork-event.ts";
import type { DecisionRecord, ForkMessage, ForkTurn, LostAttempt } from "../fork-result.ts";

/** An observer that has its run's agent already. */
export type RunObserver = (event: ForkEvent, origin: EventOrigin) => void | Promise<void>;

/** The record of a run so far. Written during the run, so that nothing is lost however it ends. */
export class RunLog {
  readonly turns: ForkTurn[] = [];
  readonly messages: ForkMessage[] = [];
  readonly decisions: DecisionRecord[] = [];
  readonly lostAttempts: LostAttempt[] = [];
  readonly observerFaults: string[] = [];
  /** What people should know about the run in addition to the limits of its strategy. */
  readonly notes: string[] = [];
  readonly #observers: readonly RunObserver[];
  readonly #originOf: (seq: number) => EventOrigin;
  #seq = 0;

  constructor(observers: readonly RunObserver[], originOf: (seq: number) => EventOrigin) {
    this.#observers = observers;
    this.#originOf = originOf;
  }

  addMessage(message: ForkMessage): void {
    this.messages.push(message);
    this.emit({ type: "message", message });
  }

  addTurn(record: ForkTurn): void {
    this.turns.push(record);
    this.emit({ type: "turn", record });
  }

  addDecision(record: DecisionRecord): void {
    this.decisions.push(record);
    this.emit({ type: "decision", record });
  }

  /** Puts a lost attempt aside, since the next one begins anew. Observers have seen its events; their numbers go on. */
  restart(reason: string): void {
    const attempt = {
      turns: this.turns.splice(0),
      messages: this.messages.splice(0),
      decisions: this.decisions.splice(0),
    };
    this.lostAttempts.push({ reason, ...attempt });
  }

  /** Takes the last lost attempt back for the run's own, where no other followed it; null without one. */
  resumeLost(): LostAttempt | null {
    const lost = this.lostAttempts.pop() ?? null;
    this.turns.push(...(lost?.turns ?? []));
    this.messages.push(...(lost?.messages ?? []));
    this.decisions.push(...(lost?.decisions ?? []));
    return lost;
  }

  /** Calls every observer. An error of one, now or later, is kept and does not spread. */
  emit(event: ForkEvent): void {
    this.#seq += 1;
    const origin = this.#originOf(this.#seq);
    for (const observe of this.#observers) this.contain(() => observe(event, origin));
  }

  /** Does work that must not stop the run. */
  contain(work: () => void | Promise<void>): void {
    try {
      // From JavaScript an observer may give back anything; only a promise can still fail.
      const outcome: unknown = work();
      if (outcome instanceof Promise) outcome.catch((fault: unknown) => this.#keep(fault));
    } catch (fault) {
      this.#keep(fault);
    }
  }

  #keep(fault: unknown): void {
    this.observerFaults.push(messageOf(fault));
  }
}

export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
