import { AsyncLocalStorage } from "node:async_hooks";

import { misuse } from "../misuse.ts";
import { listenToActivity } from "../tape/activity.ts";
import type { ExchangeSource } from "../tape/exchange-source.ts";
import { checkSpan, type SpanListener } from "./check-span.ts";
import { withOwnBuiltIns } from "./own-built-ins.ts";
import { requestsSettled } from "./requests-settled.ts";
import { WatchedSpan } from "./watched-span.ts";

/** Which requests belong to which test. */
class TestWatch {
  readonly #running = new Map<string, WatchedSpan>();
  /** The test of the code that runs, where Vitest lets it be known (from 4.1). */
  readonly #inside = new AsyncLocalStorage<WatchedSpan>();
  /** In which test a tape or a mocked provider was made. */
  readonly #makers = new WeakMap<ExchangeSource, WatchedSpan>();
  /** Tests that have ended, whose agents may still send requests. */
  #ended = new Set<WatchedSpan>();
  /** Hooks of the file, which belong to no test. */
  #outside = new WatchedSpan(null);

  /** Called when a request is sent outside of tests, in the file that is about to run. */
  #onOutside: () => void = () => {};

  /** Hears of every tape, mocked provider and request from now on. */
  start(onOutside: () => void): void {
    this.#onOutside = onOutside;
    listenToActivity({ made: (source) => this.#made(source), sent: (source, id) => this.#sent(source, id) });
  }

  begin(test: string, title: string): WatchedSpan {
    const span = new WatchedSpan(title);
    this.#running.set(test, span);
    return span;
  }

  /** Runs a test with its hooks. Their tapes are known to be theirs, also among concurrent tests. */
  async around(test: string, title: string, run: () => Promise<void>): Promise<void> {
    await this.#inside.run(this.begin(test, title), run);
  }

  /**
   * Waits for requests in flight and judges the test's. A test that did not pass need not have used its script.
   *
   * @throws HarnessError HX544 for a break that the test did not accept, and a script that was not followed
   */
  async end(test: string, hasPassed: boolean, listener: SpanListener): Promise<void> {
    const span = this.#running.get(test) ?? new WatchedSpan(null);
    await requestsSettled(() => span.sources());
    this.#running.delete(test);
    this.#ended.add(span);
    try {
      withOwnBuiltIns(() => checkSpan(span, hasPassed ? span.made : new Set(), listener, this.#outside.sources()));
    } finally {
      span.requests.clear();
      span.hasEnded = true;
    }
  }

  /** The same for hooks of the file, and for requests that a test's agent sent after the test's end. */
  async endFile(listener: SpanListener): Promise<void> {
    const [ended, outside] = [[...this.#ended], this.#outside];
    await requestsSettled(() => [...ended, outside].flatMap((span) => [...span.sources()]));
    this.#ended = new Set();
    this.#outside = new WatchedSpan(null);
    withOwnBuiltIns(() => {
      for (const span of ended) checkSpan(span, new Set(), listener, outside.sources());
      checkSpan(outside, outside.made, listener);
    });
  }

  accept(codes: ReadonlySet<unknown>, test: string | null): void {
    for (const code of codes) this.#accepting(test).accepted.add(code);
  }

  #accepting(test: string | null): WatchedSpan {
    const named = test === null ? this.#inside.getStore() : this.#running.get(test);
    if (named !== undefined) return named;
    const [only, ...others] = this.#current();
    if (test === null && only !== undefined && others.length === 0) return only;
    const what = `acceptBreaks cannot know which of ${this.#running.size} running tests called it`;
    throw misuse("HX541", what, "pass the test's own context: acceptBreaks([…], { task })");
  }

  #made(source: ExchangeSource): void {
    const [maker, ...others] = this.#current();
    if (maker === undefined || others.length > 0) return;
    maker.made.add(source);
    if (maker !== this.#outside) this.#makers.set(source, maker);
  }

  /** A request belongs to the test that made its tape, also after the test's end; on a shared tape, to the test that runs. */
  #sent(source: ExchangeSource, id: string): void {
    const maker = this.#makers.get(source);
    const spans = maker === undefined ? this.#current() : [maker];
    for (const span of spans) {
      span.sent(source, id);
      if (span === this.#outside) this.#onOutside();
      if (spans.length > 1) span.isAmbiguous = true;
      if (span.hasEnded) this.#ended.add(span);
    }
  }

  /** Where several tests run at once and none is known to be the one, each is responsible. */
  #current(): readonly WatchedSpan[] {
    const inside = this.#inside.getStore();
    if (inside !== undefined) return [inside];
    return this.#running.size === 0 ? [this.#outside] : [...this.#running.values()];
  }
}

/** The watch of this process: test files, setup files and tapes share it. */
export const testWatch: TestWatch = new TestWatch();
