import type { Fidelity } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { ImportTally } from "./import-tally.ts";
import { openJsonLines } from "../open-json-lines.ts";
import { openAsRecorded } from "../open-recording.ts";
import type { ReadExchange, RecordedExchange, Source } from "../recorded-exchange.ts";
import { replaceCassette } from "../format/replace-cassette.ts";
import { type WriteOptions, writeCassette } from "../format/write-cassette.ts";
import { maxBodyBytes, tooLarge } from "../size-limit.ts";
import { statKind } from "../../io/files/disk.ts";

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
  /** The exchanges that could not be read, and are not in the cassette. */
  readonly unreadable: readonly UnreadableExchange[];
};

export type UnreadableExchange = { readonly where: string | null; readonly what: string };

export type ImportOptions = WriteOptions & {
  /** Whether a cassette in the target folder is replaced. */
  readonly replaces?: boolean;
};

/**
 * Makes a cassette of a JSON Lines recording. Order and body bytes stay as they are, and so do ids, but an id that repeats gets the
 * number of its line.
 *
 * @throws HarnessError HX232 where the source is a cassette already; those of `openAsRecorded` and `writeImport`
 */
export function importTraffic(file: string, targetFolder: string, options: ImportOptions = {}): ImportReport {
  const { source, faults } = openWithFaults(file);
  if (source.format === "cassette") throw alreadyCassette(file);
  const { format } = source;
  const exchanges = each(source, faults);
  return writeImport({ format, exchanges, leftOut: () => [], place: () => file }, targetFolder, options);
}

type OpenedLines = { readonly source: Source; readonly faults: readonly HarnessError[] };

function openWithFaults(path: string): OpenedLines {
  if (statKind(path) !== "file") return { source: openAsRecorded(path), faults: [] };
  const faults: HarnessError[] = [];
  try {
    return { source: openJsonLines(path, { onDamaged: (fault) => faults.push(fault) }), faults };
  } catch {
    // Not one line can be read: the first fault says why.
    return { source: openJsonLines(path), faults: [] };
  }
}

/** Exchanges of any origin; `leftOut` is asked once all of them were read. */
export type Import = {
  readonly format: string;
  readonly exchanges: Iterable<ReadExchange>;
  readonly leftOut: () => readonly string[];
  /** Where the exchange that was read last stands in what is imported. */
  readonly place: () => string;
};

/**
 * Writes the exchanges of a recording as a cassette, and reports the outcome. An exchange that cannot be read costs no other.
 *
 * @throws HarnessError the first fault, if no exchange can be read; those of `writeCassette`
 */
export function writeImport(
  { format, exchanges, leftOut, place }: Import,
  folder: string,
  { replaces = false, ...options }: ImportOptions,
): ImportReport {
  const tally = new ImportTally();
  const write = replaces ? replaceCassette : writeCassette;
  const written = write(folder, tallied(exchanges, tally), { ...options, place });
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
    unreadable: tally.faults.map(({ where, message: what }) => ({ where, what })),
  };
}

/** An id that repeats gets the number of its exchange, as in `inspect`. */
function* tallied(exchanges: Iterable<ReadExchange>, tally: ImportTally): Generator<RecordedExchange> {
  const ids = new Set<string>();
  let number = 0;
  for (const read of exchanges) {
    number += 1;
    const exchange = read instanceof HarnessError ? read : withinLimit(read);
    if (exchange instanceof HarnessError) {
      tally.faults.push(exchange);
      continue;
    }
    const id = ids.has(exchange.id) ? `${exchange.id}@${number}` : exchange.id;
    ids.add(id);
    tally.add(exchange);
    yield { ...exchange, id };
  }
  const [fault] = tally.faults;
  if (fault !== undefined && ids.size === 0) throw nothingReadable(fault, tally.faults.length);
}

function withinLimit(exchange: RecordedExchange): ReadExchange {
  const size = Math.max(exchange.request.length, exchange.response?.body.length ?? 0);
  return size > maxBodyBytes ? tooLarge(size, `exchange ${exchange.id}`) : exchange;
}

function nothingReadable(first: HarnessError, count: number): HarnessError {
  if (count === 1) return first;
  const { code, message, where, fix, exit } = first;
  const what = `all ${count} exchanges are unreadable: ${message}`;
  return new HarnessError({ code, what, where, fix, exit, cause: first });
}

/** One at a time, so that no more than one is in memory. */
function* each(source: Source, faults: readonly HarnessError[]): Generator<ReadExchange> {
  yield* faults;
  for (const id of source.ids) {
    try {
      yield source.load(id);
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      yield fault;
    }
  }
}

function alreadyCassette(folder: string): HarnessError {
  const fix = "use it as it is, or copy the folder";
  return new HarnessError({ code: "HX232", what: "this is a cassette already", where: folder, fix, exit: 2 });
}
