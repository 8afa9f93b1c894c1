import type { JsonObject } from "../kernel/json.ts";
import type { ReadExchange, RecordedExchange } from "../cassette/recorded-exchange.ts";
import type { Fields } from "../cassette/lines/fields.ts";
import type { LeftOut } from "../kernel/inspection/inspected-sources.ts";
import { formatCount } from "../kernel/text/format-count.ts";
import { sum } from "../kernel/numbers.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";

/** A recording format of another tool, recognised by its contents and never by its file's name: one JSON or YAML document. */
export type DocumentFormat = {
  readonly kind: "document";
  readonly name: string;
  /** True if each of its rows sums many requests, which a cassette cannot hold. */
  readonly holdsSums?: true;
  readonly recognises: (root: JsonObject) => boolean;
  readonly read: (root: Fields, notes: ImportNotes) => Iterable<ReadExchange>;
};

/** The same, of one JSON object a line, or of one JSON array of such objects. */
export type LinesFormat = {
  readonly kind: "lines";
  readonly name: string;
  /** Runs on the first lines until one is recognised: some formats begin with lines of another kind. */
  readonly recognises: (line: JsonObject) => boolean;
  readonly read: (lines: Iterable<ForeignLine>, notes: ImportNotes) => Iterable<ReadExchange>;
};

/** A line, or an element of an array. */
export type ForeignLine = { readonly number: number; readonly raw: Buffer; readonly fields: Fields };

/** Counts, by phrase, what a format holds and a cassette cannot. */
export class ImportNotes {
  readonly #counts = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  leftOut(what: string): void {
    count(this.#counts, what);
  }

  /** A request of which only its failure is known. */
  failedWithout(what: string): void {
    count(this.#failures, `requests that failed without ${what}`);
  }

  get failed(): number {
    return sum([...this.#failures.values()]);
  }

  /** Everything but the failures. */
  counts(): readonly LeftOut[] {
    return [...this.#counts].map(([what, count]) => ({ count, what }));
  }

  phrases(): readonly string[] {
    return [...this.#counts, ...this.#failures].map(([what, count]) => countedKind(count, what));
  }
}

/** A kind is a plural, which a number in front of it could contradict. */
export function countedKind(count: number, what: string): string {
  return `${what} (${formatCount(count)})`;
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Reads the parts of a document one by one, so that a part that cannot be read costs no other. */
export function* readEach<Part>(
  parts: Iterable<Part>,
  read: (part: Part) => Iterable<RecordedExchange>,
): Generator<ReadExchange> {
  for (const part of parts) yield* untilFault(() => read(part));
}

/** The exchanges up to the first fault, and the fault in place of the rest. */
export function* untilFault(read: () => Iterable<ReadExchange>): Generator<ReadExchange> {
  try {
    yield* read();
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    yield fault;
  }
}
