import type { ForkEvent, ForkObserver } from "./fork-event.ts";
import type { DecisionRecord, ForkMessage, ForkTurn } from "./fork-result.ts";

/** What a run has done so far. Written while it goes, so that nothing is lost however it ends. */
export class RunLog {
  readonly turns: ForkTurn[] = [];
  readonly messages: ForkMessage[] = [];
  readonly decisions: DecisionRecord[] = [];
  readonly observerFaults: string[] = [];
  readonly #observe: ForkObserver | undefined;

  constructor(observe: ForkObserver | undefined) {
    this.#observe = observe;
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

  /** Tells the observer. What it throws, now or later, is kept and goes no further. */
  emit(event: ForkEvent): void {
    try {
      this.#observe?.(event)?.catch((fault: unknown) => this.#contain(fault));
    } catch (fault) {
      this.#contain(fault);
    }
  }

  #contain(fault: unknown): void {
    this.observerFaults.push(messageOf(fault));
  }
}

export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
