import type { ExchangeSource } from "../tape/exchange-source.ts";

/** Ids of the requests that were sent, by the tape or mocked provider that kept them. */
type WatchedRequests = Map<ExchangeSource, Set<string>>;

/** One test with its hooks, or all hooks of a file that run outside of tests. */
export class WatchedSpan {
  readonly title: string | null;
  readonly accepted: Set<unknown> = new Set<unknown>();
  /** Tapes and mocked providers that were made in it. */
  readonly made: Set<ExchangeSource> = new Set<ExchangeSource>();
  readonly requests: WatchedRequests = new Map();
  /** Whether some of its requests may be those of another test. */
  isAmbiguous: boolean = false;
  hasEnded: boolean = false;

  constructor(title: string | null) {
    this.title = title;
  }

  sent(source: ExchangeSource, id: string): void {
    this.requests.set(source, (this.requests.get(source) ?? new Set()).add(id));
  }

  sources(): ReadonlySet<ExchangeSource> {
    return new Set([...this.made, ...this.requests.keys()]);
  }

  /** Whose requests these are, as an error names them. */
  owner(): string {
    if (this.isAmbiguous) return "one of the tests that ran at the same time";
    if (this.title === null) return "this file, outside of its tests,";
    return this.hasEnded ? `the test "${this.title}", after its end,` : "this test";
  }
}
