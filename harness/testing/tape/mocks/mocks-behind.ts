import type { MockFault } from "../../../mock/script/fault.ts";
import { requestsSoFar } from "../activity.ts";
import { bypassedFaults, keepFor } from "./bypassed-requests.ts";
import type { ExchangeSource } from "../exchange-source.ts";
import { askNoting, mockedBy } from "./known-mocks.ts";
import type { Fetch } from "../sent-request.ts";
import type { Counters, TapeLog } from "../tape-log.ts";

/** The mocked providers that a tape reached: their usage is computed, and their scripts are part of what a test asserts. */
export class MocksBehind {
  readonly #mocks = new Set<ExchangeSource>();
  readonly #log: TapeLog;
  readonly #usage: Counters;
  readonly #fetch: Fetch | null;
  readonly #from = requestsSoFar();
  #to = Infinity;

  constructor(log: TapeLog, usage: Counters, fetch: Fetch | null) {
    this.#log = log;
    this.#usage = usage;
    this.#fetch = fetch;
    this.#note(mockedBy(null, fetch));
  }

  readonly list = (): readonly ExchangeSource[] => [...this.#mocks];

  readonly countersOf = (host: string): Counters => {
    const mock = mockedBy(host, this.#fetch);
    this.#note(mock);
    return mock === null ? this.#usage : "computed";
  };

  readonly around = <Result>(call: () => Result): Result => askNoting((mock) => this.#note(mock), call);

  /** Requests that the mocked providers answered while the tape ran, and that no tape holds. */
  readonly bypassed = (): readonly MockFault[] =>
    // Such a request has a fault of its own, and its bytes are unknown.
    this.#log.lost().length > 0 ? [] : this.list().flatMap((mock) => bypassedFaults(mock, this.#from, this.#to));

  /** Later requests do not concern the tape. */
  stop(): void {
    this.#to = Math.min(this.#to, requestsSoFar());
  }

  #note(mock: ExchangeSource | null): void {
    if (mock === null) return;
    this.#mocks.add(mock);
    keepFor(mock, this.#log);
  }
}
