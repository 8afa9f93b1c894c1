import { join } from "node:path";

import { cassetteFileName } from "../cassette/cassette-document.ts";
import { type ImportReport, importTraffic, writeImport } from "../cassette/import-traffic.ts";
import type { WriteOptions } from "../cassette/write-cassette.ts";
import { statKind } from "../io/disk.ts";
import { ImportNotes } from "./foreign-format.ts";
import { holdsRawBodies, rawBodiesName, readRawBodies } from "./formats/raw-bodies.ts";
import { openForeign } from "./open-foreign.ts";

/**
 * Makes a cassette of a recording in any format that is known here; what it holds tells the format.
 *
 * @throws HarnessError HX201 where it is none; those of `openForeign`, `importTraffic` and `writeCassette`
 */
export function importRecording(path: string, targetFolder: string, options: WriteOptions = {}): ImportReport {
  const kind = statKind(path);
  if (kind === "folder" && holdsRawBodies(path) && statKind(join(path, cassetteFileName)) === "missing") {
    const notes = new ImportNotes();
    const exchanges = readRawBodies(path, notes);
    return writeImport({ format: rawBodiesName, exchanges, leftOut: () => notes.phrases() }, targetFolder, options);
  }
  const foreign = kind === "file" ? openForeign(path) : null;
  if (foreign === null) return importTraffic(path, targetFolder, options);
  const { format, exchanges, notes } = foreign;
  return writeImport({ format, exchanges, leftOut: () => notes.phrases() }, targetFolder, options);
}
