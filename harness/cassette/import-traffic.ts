import type { Fidelity, RecordingFormat } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import { ImportTally } from "./import-tally.ts";
import { openAsRecorded } from "./open-recording.ts";
import type { RecordedExchange, Source } from "./recorded-exchange.ts";
import { writeCassette } from "./write-cassette.ts";

/** What became of a recording that was imported. */
export type ImportReport = {
  readonly folder: string;
  readonly format: RecordingFormat;
  readonly exchanges: number;
  /** The lowest grade among the exchanges: what holds for all of them. */
  readonly fidelity: Fidelity;
  readonly exchangesByFidelity: Readonly<Record<Fidelity, number>>;
  /** What is in the cassette and what is not, a phrase each. */
  readonly kept: readonly string[];
  readonly leftOut: readonly string[];
};

/**
 * Makes a cassette of a JSON Lines recording. Ids, order and body bytes stay as they are.
 *
 * @throws HarnessError HX232 where the source is a cassette already; those of `openAsRecorded` and `writeCassette`
 */
export function importTraffic(file: string, targetFolder: string): ImportReport {
  const source = openAsRecorded(file);
  if (source.format === "cassette") throw alreadyCassette(file);
  const tally = new ImportTally();
  writeCassette(targetFolder, tallied(source, tally));
  return {
    folder: targetFolder,
    format: source.format,
    exchanges: tally.exchanges,
    fidelity: tally.fidelity,
    exchangesByFidelity: tally.byFidelity,
    kept: tally.kept(),
    leftOut: tally.leftOut(),
  };
}

function* tallied(source: Source, tally: ImportTally): Generator<RecordedExchange> {
  for (const id of source.ids) {
    const exchange = source.load(id);
    tally.add(exchange);
    yield exchange;
  }
}

function alreadyCassette(folder: string): HarnessError {
  const mend = "use it as it is, or copy the folder";
  return new HarnessError({ code: "HX232", what: "this is a cassette already", where: folder, mend, exit: 2 });
}
