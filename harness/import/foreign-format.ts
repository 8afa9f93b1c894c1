import type { JsonObject } from "../kernel/json.ts";
import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import type { Fields } from "../cassette/lines/fields.ts";

/** A recording format of another tool, recognised by its contents and never by its file's name: one JSON or YAML document. */
export type DocumentFormat = {
  readonly kind: "document";
  readonly name: string;
  /** True if each of its rows sums many requests, which a cassette cannot hold. */
  readonly holdsSums?: true;
  readonly recognises: (root: JsonObject) => boolean;
  readonly read: (root: Fields, notes: ImportNotes) => Iterable<RecordedExchange>;
};

/** The same, of one JSON object a line. */
export type LinesFormat = {
  readonly kind: "lines";
  readonly name: string;
  /** Runs on the first lines until one is recognised: some formats begin with lines of another kind. */
  readonly recognises: (line: JsonObject) => boolean;
  readonly read: (lines: Iterable<ForeignLine>, notes: ImportNotes) => Iterable<RecordedExchange>;
};

export type ForeignLine = { readonly number: number; readonly raw: Buffer; readonly fields: Fields };

/** Counts, by phrase, what a format holds and a cassette cannot. */
export class ImportNotes {
  readonly #counts = new Map<string, number>();

  leftOut(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  phrases(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${count} ${what}`);
  }
}
