import { type ImportReport, importTraffic, writeImport } from "../cassette/import-traffic.ts";
import type { WriteOptions } from "../cassette/write-cassette.ts";
import { statKind } from "../io/disk.ts";
import { openForeign } from "./open-foreign.ts";

/**
 * Makes a cassette of a recording in any format that is known here; what it holds tells the format.
 *
 * @throws HarnessError HX201 where it is none; those of `openForeign`, `importTraffic` and `writeCassette`
 */
export function importRecording(path: string, targetFolder: string, options: WriteOptions = {}): ImportReport {
  const foreign = statKind(path) === "file" ? openForeign(path) : null;
  if (foreign === null) return importTraffic(path, targetFolder, options);
  const { format, exchanges, notes } = foreign;
  return writeImport({ format, exchanges, leftOut: () => notes.phrases() }, targetFolder, options);
}
