import { Column } from "../../kernel/memo/column.ts";
import type { Digest } from "./digest.ts";
import { DigestLists } from "./digest-lists.ts";
import { NO_DIGEST } from "./request-digest.ts";
import type { BroughtResult, Continuation, IndexedRequest } from "./request-summary.ts";

const REPEATS: readonly Continuation["repeats"][] = ["unknown", "none", "part", "whole"];

/** Digests for each result. */
const PARTS = 4;

/** The continuations of the requests of a recording, in columns: nearly every request of a log brings a result. */
export class Continuations {
  readonly #sharedUpTo = Column.ofIntegers(-1);
  readonly #repeats = Column.ofBytes(0);
  readonly #answersCall = Column.ofBytes(0);
  readonly #addsText = Column.ofBytes(0);
  readonly #results = new DigestLists();
  /** Few requests are forks. */
  readonly #directives = new Map<number, string>();
  readonly #reports = new Map<number, IndexedRequest>();

  at(place: number): Continuation {
    return {
      sharedUpTo: this.#sharedUpTo.at(place),
      repeats: REPEATS[this.#repeats.at(place)] ?? "unknown",
      answersCall: this.#answersCall.at(place) === 1,
      results: resultsOf(this.#results.at(place)),
      addsText: this.#addsText.at(place) === 1,
      directive: this.#directives.get(place) ?? null,
      reports: this.#reports.get(place) ?? null,
    };
  }

  set(place: number, continuation: Continuation): void {
    const { sharedUpTo, repeats, answersCall, results, addsText, directive, reports } = continuation;
    this.#sharedUpTo.set(place, sharedUpTo);
    this.#repeats.set(place, REPEATS.indexOf(repeats));
    this.#answersCall.set(place, answersCall ? 1 : 0);
    this.#addsText.set(place, addsText ? 1 : 0);
    this.#results.set(place, results.flatMap(digestsOf));
    if (directive === null) this.#directives.delete(place);
    else this.#directives.set(place, directive);
    if (reports === null) this.#reports.delete(place);
    else this.#reports.set(place, reports);
  }
}

function digestsOf({ call, digest, head, tail }: BroughtResult): readonly Digest[] {
  return [call, digest, head ?? NO_DIGEST, tail ?? NO_DIGEST];
}

function resultsOf(digests: readonly Digest[]): readonly BroughtResult[] {
  return Array.from({ length: digests.length / PARTS }, (_, index) => {
    const [call = NO_DIGEST, digest = NO_DIGEST, head, tail] = digests.slice(index * PARTS);
    return { call, digest, head: known(head), tail: known(tail) };
  });
}

function known(digest: Digest | undefined): Digest | null {
  return digest === undefined || digest === NO_DIGEST ? null : digest;
}
