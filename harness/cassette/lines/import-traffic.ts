import type { Fidelity } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { ImportTally } from "./import-tally.ts";
import { openAsRecorded } from "../open-recording.ts";
import type { RecordedExchange, Source } from "../recorded-exchange.ts";
import { type WriteOptions, writeCassette } from "../format/write-cassette.ts";

/** The result of importing a recording. */
export type ImportReport = {
  readonly folder: string;
  /** As people call it. */
  readonly format: string;
  readonly exchanges: number;
  /** The lowest grade among the exchanges, which holds for all of them. */
  readonly fidelity: Fidelity;
  readonly exchangesByFidelity: Readonly<Record<Fidelity, number>>;
  /** The imported and the missing parts, a phrase each. */
  readonly kept: readonly string[];
  /** Credentials that were masked, and where. */
  readonly redacted: readonly string[];
  readonly leftOut: readonly string[];
};

/**
 * Makes a cassette of a JSON Lines recording. Ids, order and body bytes stay as they are.
 *
 * @throws HarnessError HX232 where the source is a cassette already; those of `openAsRecorded` and `writeCassette`
 */
export function importTraffic(file: string, targetFolder: string, options: WriteOptions = {}): ImportReport {
  const source = openAsRecorded(file);
  if (source.format === "cassette") throw alreadyCassette(file);
  const { format } = source;
  return writeImport({ format, exchanges: each(source), leftOut: () => [], place: () => file }, targetFolder, options);
}

/** Exchanges of any origin; `leftOut` is asked once all of them were read. */
export type Import = {
  readonly format: string;
  readonly exchanges: Iterable<RecordedExchange>;
  readonly leftOut: () => readonly string[];
  /** Where the exchange that was read last stands in what is imported. */
  readonly place: () => string;
};

/** Writes the exchanges of a recording as a cassette, and reports the outcome. Throws what `writeCassette` throws. */
export function writeImport(
  { format, exchanges, leftOut, place }: Import,
  folder: string,
  options: WriteOptions,
): ImportReport {
  const tally = new ImportTally();
  const written = writeCassette(folder, tallied(exchanges, tally), { ...options, place });
  return {
    folder,
    format,
    exchanges: tally.exchanges,
    fidelity: tally.fidelity,
    exchangesByFidelity: tally.byFidelity,
    kept: tally.kept(),
    redacted: written.exchanges.flatMap(({ id, redacted }) =>
      (redacted ?? []).map((each) => `exchange ${id}, ${each}`),
    ),
    leftOut: [...leftOut(), ...tally.leftOut()],
  };
}

function* tallied(exchanges: Iterable<RecordedExchange>, tally: ImportTally): Generator<RecordedExchange> {
  for (const exchange of exchanges) {
    tally.add(exchange);
    yield exchange;
  }
}

/** One at a time, so that no more than one is in memory. */
function* each(source: Source): Generator<RecordedExchange> {
  for (const id of source.ids) yield source.load(id);
}

function alreadyCassette(folder: string): HarnessError {
  const fix = "use it as it is, or copy the folder";
  return new HarnessError({ code: "HX232", what: "this is a cassette already", where: folder, fix, exit: 2 });
}
