import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ForkRecords, RunEnd, RunRecord, RunStart, TranscriptEntry } from "./fork-records.ts";
import { openHandleTable, ownerOnly, type HandleTable } from "./handle-table.ts";

/**
 * Records in one folder: `<run id>.jsonl`, appended line by line and never rewritten, and a row for each run in `forks.db`.
 * Only the owner can read the files.
 * The folder and the database are made when the first run is recorded; a run that is not recorded leaves no trace. The row of
 * a ForkAndForget run is written in the next turn of the event loop: a fault of the database is among its observer faults.
 */
export function fileRecords(folder: string): ForkRecords {
  let table: HandleTable | null = null;
  const open = (): HandleTable => (table ??= openHandleTable(folder));
  return {
    begin: (run) => {
      mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
      const row = rowOf(run, open);
      if (run.mode === "Sync") row.insert();
      // Opening a database takes time, and a caller that forgets the fork expects its handle at once.
      else setImmediate(row.tryInsert);
      return beginRecord(folder, row, run);
    },
  };
}

/** A run's row, inserted once, before its end at the latest. */
type Row = {
  readonly insert: () => void;
  /** An error is kept and thrown again at the end. */
  readonly tryInsert: () => void;
  readonly finish: (end: RunEnd) => void;
};

function rowOf(run: RunStart, open: () => HandleTable): Row {
  let isInserted = false;
  const insert = (): void => {
    if (!isInserted) open().insert(run);
    isInserted = true;
  };
  const tryInsert = (): void => {
    try {
      insert();
    } catch {
      // Tried once more at the end of the run.
    }
  };
  const finish = (end: RunEnd): void => {
    insert();
    open().finish(run.runId, end);
  };
  return { insert, tryInsert, finish };
}

/** The path of a run's transcript. Ids are our own or a test's; characters with a meaning in paths are left out. */
export function transcriptPath(folder: string, runId: string): string {
  return join(folder, `${runId.replaceAll(/[^\w.-]/g, "_")}.jsonl`);
}

function beginRecord(folder: string, row: Row, run: RunStart): RunRecord {
  const file = openSync(transcriptPath(folder, run.runId), "a", ownerOnly.file);
  const add = (entry: TranscriptEntry): void => void writeSync(file, `${JSON.stringify(entry)}\n`);
  add({ type: "start", run });
  return {
    add,
    finish: (end) => {
      try {
        add({ type: "end", end });
        row.finish(end);
      } finally {
        closeSync(file);
      }
    },
  };
}
