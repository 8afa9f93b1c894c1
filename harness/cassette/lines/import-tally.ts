import type { Fidelity } from "../../kernel/exchange.ts";
import { isKept } from "../format/kept-headers.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import { pluralize } from "../../kernel/text/format-count.ts";

/** Counts what an import carries over and what it has to leave, exchange by exchange. */
export class ImportTally {
  readonly byFidelity: Record<Fidelity, number> = { A: 0, B: 0, C: 0 };
  readonly faults: HarnessError[] = [];
  readonly #headers: Set<string> = new Set();
  #requestBytes = 0;
  #responses = 0;
  #responseBytes = 0;
  #withoutRequest = 0;
  #withoutResponse = 0;
  #madeUpUsage = 0;

  add({ fidelity, headers, request, response }: RecordedExchange): void {
    this.byFidelity[fidelity] += 1;
    for (const [name] of headers) this.#headers.add(name.toLowerCase());
    this.#requestBytes += request.length;
    if (request.length === 0) this.#withoutRequest += 1;
    if (response === null) return;
    this.#responses += 1;
    this.#responseBytes += response.body.length;
    if (response.body.length === 0) this.#withoutResponse += 1;
    if (!response.usageIsReal) this.#madeUpUsage += 1;
  }

  /** The lowest grade among the exchanges, which holds for all of them. */
  get fidelity(): Fidelity {
    if (this.byFidelity.C > 0) return "C";
    return this.byFidelity.B > 0 ? "B" : "A";
  }

  get exchanges(): number {
    return this.byFidelity.A + this.byFidelity.B + this.byFidelity.C;
  }

  kept(): readonly string[] {
    const names = [...this.#headers].filter(isKept);
    return [
      counted(this.exchanges, "request", this.#requestBytes),
      counted(this.#responses, "response", this.#responseBytes),
      ...phrase(names.length, `headers ${names.join(", ")}`),
      ...phrase(this.#madeUpUsage, `usage of ${pluralize(this.#madeUpUsage, "response")}, marked as made up`),
    ];
  }

  leftOut(): readonly string[] {
    const names = [...this.#headers].filter((name) => !isKept(name) && name !== "host");
    return [
      ...phrase(names.length, `headers ${names.join(", ")}`),
      ...phrase(this.#withoutRequest, `${bodies(this.#withoutRequest, "request")} that the recording does not hold`),
      ...phrase(
        this.#withoutResponse,
        `${bodies(this.#withoutResponse, "response")} that the recording does not hold whole`,
      ),
      "the recorder's own notes",
    ];
  }
}

/** `1 request, 86 bytes of body` */
function counted(count: number, what: string, bytes: number): string {
  return `${count} ${count === 1 ? what : `${what}s`}, ${bytes} ${bytes === 1 ? "byte" : "bytes"} of body`;
}

function bodies(count: number, what: string): string {
  return `${count} ${what} ${count === 1 ? "body" : "bodies"}`;
}

function phrase(count: number, text: string): readonly string[] {
  return count === 0 ? [] : [text];
}
