import type { Recording } from "../kernel/exchange.ts";

/** Opens each source once and keeps the last ones used: an index of a long recording is worth keeping, all of them are not. */
export class Recordings {
  readonly #open: (path: string) => Recording;
  readonly #recent = new Map<string, Recording>();

  constructor(open: (path: string) => Recording) {
    this.#open = open;
  }

  at(path: string): Recording {
    const recording = this.#recent.get(path) ?? this.#open(path);
    this.#recent.delete(path);
    this.#recent.set(path, recording);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MOST && oldest !== undefined) this.#recent.delete(oldest);
    return recording;
  }
}

const MOST = 16;
