import type { HarnessError } from "../../../kernel/faults/harness-error.ts";

/** Why the folder of a live run takes no more, such as a full disk. Nothing is sent any more that could not be kept: it would be paid for and lost. */
export class Unkept {
  #first: HarnessError | null = null;

  note(fault: HarnessError): void {
    this.#first ??= fault;
  }

  get first(): HarnessError | null {
    return this.#first;
  }
}
