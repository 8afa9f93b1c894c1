import type { Ledger } from "../../live/shared-spending.ts";
import type { FromJobProcess, LedgerAnswer } from "./messages.ts";

/** The ledger of the runner, asked over the pipe. */
export class RunnerLedger implements Ledger {
  readonly #send: (message: FromJobProcess) => void;
  readonly #waiting = new Map<number, (answer: LedgerAnswer) => void>();
  #asked = 0;

  constructor(send: (message: FromJobProcess) => void) {
    this.#send = send;
  }

  readonly reserve: Ledger["reserve"] = (usd, maxUsd) => {
    const id = (this.#asked += 1);
    const { promise, resolve } = Promise.withResolvers<LedgerAnswer>();
    this.#waiting.set(id, resolve);
    this.#send({ kind: "reserve", id, usd, maxUsd });
    return promise;
  };

  readonly settle: Ledger["settle"] = (reservedUsd, costUsd) => this.#send({ kind: "settle", reservedUsd, costUsd });

  answer(id: number, state: LedgerAnswer): void {
    this.#waiting.get(id)?.(state);
    this.#waiting.delete(id);
  }
}
