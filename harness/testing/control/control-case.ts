import { isUtf8 } from "node:buffer";

import type { Header } from "../../kernel/exchange.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";
import type { MockProvider } from "../../mock/mock-provider.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import { starredOut } from "../../verdict/hide-credentials.ts";
import { inspect } from "../judging/inspect.ts";
import { refuseUnexamined } from "../judging/refuse-unexamined.ts";
import { servedLog } from "../mocked/served-log.ts";
import type { TestClock } from "../mocked/test-clock.ts";
import { KeptExchanges } from "../tape/kept-exchanges.ts";

/** A body as JSON can hold it: text where it is UTF-8, as almost all are. */
type BodyDocument = string | { readonly base64: string };

export type ExchangeDocument = {
  readonly id: string;
  readonly lane: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly request: BodyDocument;
  /** Null before the first byte of the answer. */
  readonly response: {
    readonly status: number;
    readonly contentType: string | null;
    readonly body: BodyDocument;
  } | null;
  readonly outcome: string | null;
};

/** The document of `inspect --json`, with what the script did not foresee and what no request asked for. */
type CaseJudgement = Inspection & { readonly faults: readonly MockFault[] };

/** One test of a suite in another language: its own script, cache, log and virtual time. */
export class ControlCase extends KeptExchanges {
  readonly name: string;
  readonly provider: MockProvider;
  readonly #clock: TestClock;

  constructor(name: string, provider: MockProvider, clock: TestClock) {
    super(`the case ${name}`, servedLog(provider));
    this.name = name;
    this.provider = provider;
    this.#clock = clock;
  }

  listed(): readonly ExchangeDocument[] {
    const lanes = this.provider.served().map(({ lane }) => lane);
    return this.exchanges.map(({ id, method, path, headers, request, response, outcome }, at) => ({
      id,
      lane: lanes[at] ?? null,
      method,
      path,
      headers,
      request: bodyDocument(request),
      response: response && {
        status: response.status,
        contentType: response.contentType,
        body: bodyDocument(response.body),
      },
      outcome,
    }));
  }

  /**
   * The inspection with the script's faults. It is refused where a matcher could not hold.
   *
   * @throws HarnessError HX252 and HX543 where nothing was compared or answered, HX250 for a body that is not JSON
   */
  judgement(): CaseJudgement {
    const inspection = inspect(this);
    refuseUnexamined("judgement", breakGate(inspection.exchanges));
    return { ...inspection, faults: this.faults() };
  }

  /** @throws HarnessError HX541 for another word than `250ms`, `30s`, `6m` or `1h` */
  advance(by: string): void {
    this.#clock.advance(by);
  }

  faults(): readonly MockFault[] {
    return this.provider.finish().map(({ code, what, where, fix }) => ({
      code,
      what: starredOut(what),
      where: starredOut(`case ${this.name}, ${where}`),
      fix: starredOut(fix),
    }));
  }
}

function bodyDocument(bytes: Buffer): BodyDocument {
  return isUtf8(bytes) ? bytes.toString("utf8") : { base64: bytes.toString("base64") };
}
