import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ForkRecords, RunRecord, RunStart, TranscriptEntry } from "./fork-records.ts";
import { openHandleTable, type HandleTable } from "./handle-table.ts";

/**
 * Records in one folder: `<run id>.jsonl`, appended line by line and never rewritten, and a row for each run in `forks.db`.
 * The folder and the database are made when the first run is recorded; a run that is not recorded leaves no trace.
 */
export function fileRecords(folder: string): ForkRecords {
  let table: HandleTable | null = null;
  return {
    begin: (run) => {
      mkdirSync(folder, { recursive: true });
      table ??= openHandleTable(folder);
      table.insert(run);
      return beginRecord(folder, table, run);
    },
  };
}

/** Where the transcript of a run lies. Ids are made by us or a test; what a path could make of another is left out. */
export function transcriptPath(folder: string, runId: string): string {
  return join(folder, `${runId.replaceAll(/[^\w.-]/g, "_")}.jsonl`);
}

function beginRecord(folder: string, table: HandleTable, run: RunStart): RunRecord {
  const file = openSync(transcriptPath(folder, run.runId), "a");
  const add = (entry: TranscriptEntry): void => void writeSync(file, `${JSON.stringify(entry)}\n`);
  add({ type: "start", run });
  return {
    add,
    finish: (end) => {
      try {
        add({ type: "end", end });
        table.finish(run.runId, end);
      } finally {
        closeSync(file);
      }
    },
  };
}
