import { misuse } from "../misuse.ts";
import { listenToActivity } from "../tape/activity.ts";
import type { ExchangeSource } from "../tape/exchange-source.ts";
import { checkRequests, type WatchedRequests } from "./check-requests.ts";

/** Which requests were sent during which test. */
class TestWatch {
  readonly #running = new Map<string, Watched>();
  /** Requests of hooks of a file, which belong to no test. */
  #outside: Watched = newWatched();

  /** Hears of every request through a tape or a mocked provider from now on. */
  start(): void {
    listenToActivity((source, id) => this.#sent(source, id));
  }

  begin(test: string): void {
    this.#running.set(test, newWatched());
  }

  /** @throws HarnessError HX544 for a break that the test did not accept */
  end(test: string, onCompared: (requests: number) => void): void {
    const watched = this.#running.get(test) ?? newWatched();
    this.#running.delete(test);
    checkRequests(watched, onCompared);
  }

  /** The same for requests outside of tests. */
  endFile(onCompared: (requests: number) => void): void {
    const watched = this.#outside;
    this.#outside = newWatched();
    checkRequests(watched, onCompared);
  }

  accept(codes: ReadonlySet<unknown>, test: string | null): void {
    for (const code of codes) this.#accepting(test).accepted.add(code);
  }

  #accepting(test: string | null): Watched {
    const named = test === null ? undefined : this.#running.get(test);
    if (named !== undefined) return named;
    const [only, ...others] = this.#running.values();
    if (test === null && only !== undefined && others.length === 0) return only;
    if (test === null && only === undefined) return this.#outside;
    const what = `acceptBreaks cannot know which of ${this.#running.size} running tests called it`;
    throw misuse("HX541", what, "pass the test's own context: acceptBreaks([…], { task })");
  }

  /** Of tests that run at once every one may have sent it, and each is responsible. */
  #sent(source: ExchangeSource, id: string): void {
    const watching = this.#running.size === 0 ? [this.#outside] : this.#running.values();
    for (const { requests } of watching) requests.set(source, (requests.get(source) ?? new Set()).add(id));
  }
}

type Watched = { readonly requests: WatchedRequests; readonly accepted: Set<unknown> };

function newWatched(): Watched {
  return { requests: new Map(), accepted: new Set() };
}

/** The watch of this process: test files, setup files and tapes share it. */
export const testWatch: TestWatch = new TestWatch();
