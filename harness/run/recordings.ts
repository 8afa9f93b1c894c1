import type { Source } from "../cassette/recorded-exchange.ts";

/** Opens each source once and keeps the last ones used: an index of a long recording is worth keeping, all of them are not. */
export class Recordings {
  readonly #open: (path: string) => Source;
  readonly #recent = new Map<string, Source>();

  constructor(open: (path: string) => Source) {
    this.#open = open;
  }

  at(path: string): Source {
    const recording = this.#recent.get(path) ?? this.#open(path);
    this.#recent.delete(path);
    this.#recent.set(path, recording);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MOST && oldest !== undefined) this.#recent.delete(oldest);
    return recording;
  }
}

const MOST = 16;
