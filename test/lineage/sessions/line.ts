import type { Header } from "../../../harness/kernel/exchange.ts";
import type { AnswerEntry, Base, Entry } from "./base.ts";
import type { Bug } from "./bug.ts";
import type { JsonObject } from "./json.ts";
import type { Truth } from "./truth.ts";

/** A client's conversation as it grows: what it says next, and how it writes that down. */
export class Line {
  readonly base: Base;
  envelope: JsonObject;
  path: string;
  headers: readonly Header[];
  entries: readonly (Entry | AnswerEntry)[];
  /** Id of the request that it sent last. */
  last: string | null = null;
  /** Id of the request that it sent first. */
  root: string | null = null;
  bug: Bug | null = null;
  /** How many entries are its parent's: what a bug may change. */
  inherited = 0;
  /** How many turns of the base it has played. */
  played = 0;
  key: string | null = null;
  /** What is true of its next request alone. */
  next: Partial<Truth> = {};
  /** What is true of its next request, since that sends a refused one again. */
  again: Partial<Truth> = {};
  shape = "plain";

  constructor(base: Base) {
    this.base = base;
    this.envelope = base.envelope;
    this.path = base.path;
    this.headers = base.headers;
    this.entries = [base.opening];
  }

  /** Another line that has said the same so far. */
  copy(): Line {
    return Object.assign(new Line(this.base), this, { next: {}, again: {} });
  }

  say(...entries: readonly Entry[]): void {
    this.entries = [...this.entries, ...entries];
  }

  /** From here on the client goes wrong. */
  break(bug: Bug | null): void {
    this.bug = bug;
    this.inherited = this.entries.length;
  }
}
