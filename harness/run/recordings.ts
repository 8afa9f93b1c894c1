import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";

/** Opens each source once and keeps the last ones used: an index of a long recording is worth keeping, all of them are not. */
export class Recordings {
  readonly #open: (path: string) => Source;
  readonly #recent = new Map<string, Source>();
  /** The exchange that was loaded last: the variants of a scenario fork one parent. */
  #last: { readonly path: string; readonly exchange: RecordedExchange } | null = null;

  constructor(open: (path: string) => Source) {
    this.#open = open;
  }

  at(path: string): Source {
    const recording = this.#recent.get(path) ?? this.#keepingLast(path, this.#open(path));
    this.#recent.delete(path);
    this.#recent.set(path, recording);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MOST && oldest !== undefined) this.#recent.delete(oldest);
    return recording;
  }

  #keepingLast(path: string, source: Source): Source {
    const load = (id: string): RecordedExchange => {
      if (this.#last?.path === path && this.#last.exchange.id === id) return this.#last.exchange;
      const exchange = source.load(id);
      this.#last = { path, exchange };
      return exchange;
    };
    return { ...source, load };
  }
}

const MOST = 16;
