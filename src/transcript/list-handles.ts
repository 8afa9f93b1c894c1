import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transcriptPath } from "./file-records.ts";
import { type AgentHandle, handleFile, openHandleTable } from "./handle-table.ts";
import { sumTurns } from "./sum-turns.ts";

/**
 * The runs recorded in a folder, newest first. Empty without records; no file is created then. Turns and
 * usage of a lost run come from its transcript.
 *
 * @throws RecordsError where the table is there and cannot be read
 */
export function listHandles(folder: string): readonly AgentHandle[] {
  if (!existsSync(join(folder, handleFile))) return [];
  const table = openHandleTable(folder);
  try {
    return table.list().map((handle) => (handle.status === "lost_on_restart" ? withTurnsTold(folder, handle) : handle));
  } finally {
    table.close();
  }
}

/** The lines of a run's transcript, as written; null if it is missing. A crash can leave the last one half written. */
export function readTranscript(folder: string, runId: string): readonly string[] | null {
  const path = transcriptPath(folder, runId);
  if (!existsSync(path)) return null;
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function withTurnsTold(folder: string, handle: AgentHandle): AgentHandle {
  const sum = sumTurns(readTranscript(folder, handle.runId) ?? []);
  return sum === null ? handle : { ...handle, turns: sum.turns, ...sum.usage };
}
