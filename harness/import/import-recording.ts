import { join } from "node:path";

import { cassetteFileName } from "../cassette/format/cassette-document.ts";
import { type ImportOptions, type ImportReport, importTraffic, writeImport } from "../cassette/lines/import-traffic.ts";
import { statKind } from "../io/files/disk.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { ImportNotes } from "./foreign-format.ts";
import { holdsRawBodies, rawBodiesName, readRawBodies } from "./formats/raw-bodies.ts";
import { openForeign } from "./open-foreign.ts";
import { formatNames } from "./registry.ts";

/**
 * Makes a cassette of a recording in any supported format, recognised by its contents.
 *
 * @throws HarnessError HX201 for an unsupported format; those of `openForeign`, `importTraffic` and `writeImport`
 */
export function importRecording(path: string, targetFolder: string, options: ImportOptions = {}): ImportReport {
  const kind = statKind(path);
  if (kind === "folder" && holdsRawBodies(path) && statKind(join(path, cassetteFileName)) === "missing") {
    const notes = new ImportNotes();
    const exchanges = readRawBodies(path, notes);
    const leftOut = (): readonly string[] => notes.phrases();
    return writeImport({ format: rawBodiesName, exchanges, leftOut, place: () => path }, targetFolder, options);
  }
  const foreign = kind === "file" ? openForeign(path) : null;
  if (foreign === null) return naming(path, () => importTraffic(path, targetFolder, options));
  const { format, exchanges, notes, place, holdsSums } = foreign;
  if (holdsSums) throw sums(path, format);
  return writeImport({ format, exchanges, leftOut: () => notes.phrases(), place }, targetFolder, options);
}

function sums(path: string, format: string): HarnessError {
  const what = `it is a ${format}: each row sums many requests, and a cassette keeps single ones`;
  const fix = "run `forkproof inspect` on the file, or import the output of `ccusage session --id ID --json`";
  return new HarnessError({ code: "HX211", what, where: path, fix, exit: 2 });
}

/** A file that is not a recording was also tried as each of the other tools' formats. */
function naming(path: string, work: () => ImportReport): ImportReport {
  try {
    return work();
  } catch (fault) {
    if (!(fault instanceof HarnessError) || fault.code !== "HX201" || statKind(path) === "missing") throw fault;
    const others = [...formatNames, rawBodiesName];
    const { code, message: what, where, fix, exit } = fault;
    throw new HarnessError({ code, what, where, fix: `${fix}, and for ${others.join("; ")}`, exit, cause: fault });
  }
}
