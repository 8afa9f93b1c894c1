import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { RunEnd, RunStart } from "./fork-records.ts";
import { RecordsError } from "./records-error.ts";

/** One run, as in its row. */
export type AgentHandle = RunStart & {
  /** `running`, a stop cause, or `lost_on_restart` where the process ended before the run did. */
  readonly status: string;
  /** The process that runs or ran it. */
  readonly pid: number;
  /** Why it ended so, where the status does not say. */
  readonly reason: string | null;
  /** Null until the end of the run. For a lost run, the total of the turns in its transcript. */
  readonly turns: number | null;
  /** The whole prompt. It is known even if the written part is not. */
  readonly prompt: number | null;
  readonly read: number | null;
  readonly write: number | null;
  readonly fresh: number | null;
  readonly output: number | null;
  readonly endedMs: number | null;
};

export type HandleTable = {
  readonly insert: (run: RunStart) => void;
  readonly finish: (runId: string, end: RunEnd) => void;
  /** Newest first. Runs whose process is gone are marked lost first. */
  readonly list: () => readonly AgentHandle[];
  readonly close: () => void;
};

export const handleFile = "forks.db";

/** File rights of the records. They hold the conversation, which only the owner may read. */
export const ownerOnly = { file: 0o600, folder: 0o700 } as const;

/**
 * Opens the table in a folder that exists; creates it if it is missing. Many processes may have it open.
 *
 * @throws RecordsError, here and from what it returns, if the file is not such a table, or cannot be read or written
 */
export function openHandleTable(folder: string): HandleTable {
  const file = join(folder, handleFile);
  const telling = <Value>(work: () => Value): Value => {
    try {
      return work();
    } catch (fault) {
      throw new RecordsError(file, fault);
    }
  };
  const table = telling(() => openTable(file));
  return {
    insert: (run) => telling(() => table.insert(run)),
    finish: (runId, end) => telling(() => table.finish(runId, end)),
    list: () => telling(table.list),
    close: table.close,
  };
}

function openTable(file: string): HandleTable {
  // Loaded here, because few forks are recorded.
  const sqlite = process.getBuiltinModule("node:sqlite");
  // SQLite would make it readable for all, and gives its journal the rights of the table.
  closeSync(openSync(file, "a", ownerOnly.file));
  const database = new sqlite.DatabaseSync(file, { timeout: 5000 });
  try {
    return tableIn(database);
  } catch (fault) {
    database.close();
    throw fault;
  }
}

function tableIn(database: DatabaseSync): HandleTable {
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(schema);
  addMissingColumns(database);
  markLost(database);
  const insert = database.prepare(
    "INSERT INTO forks (run_id, label, parent, source, mode, status, pid, started_ms) VALUES (?, ?, ?, ?, ?, 'running', ?, ?)",
  );
  const finish = database.prepare(
    "UPDATE forks SET status = ?, reason = ?, turns = ?, prompt = ?, read = ?, write = ?, fresh = ?, output = ?, ended_ms = ? WHERE run_id = ?",
  );
  return {
    insert: ({ runId, label, parent, source, mode, startedMs }) => {
      insert.run(runId, label, parent, source, mode, process.pid, startedMs);
    },
    finish: (runId, { status, reason, turns, usage, endedMs }) => {
      const { prompt, read, write, fresh, output } = usage;
      finish.run(status, reason, turns, prompt, read, write, fresh, output, endedMs, runId);
    },
    list: () => {
      markLost(database);
      return database.prepare("SELECT * FROM forks ORDER BY started_ms DESC, rowid DESC").all().map(handleOf);
    },
    close: () => database.close(),
  };
}

const schema = `CREATE TABLE IF NOT EXISTS forks (
  run_id TEXT PRIMARY KEY, label TEXT NOT NULL, parent TEXT, source TEXT NOT NULL, mode TEXT NOT NULL,
  status TEXT NOT NULL, pid INTEGER NOT NULL, turns INTEGER, read INTEGER, write INTEGER, fresh INTEGER,
  output INTEGER, started_ms INTEGER NOT NULL, ended_ms INTEGER
) STRICT`;

/** Columns that tables of earlier versions do not have. */
const added = ["reason TEXT", "prompt INTEGER"];

/** Another process may add them at the same moment, so a failure checks the columns again. */
function addMissingColumns(database: DatabaseSync): void {
  for (const column of added) {
    const [name = ""] = column.split(" ");
    if (hasColumn(database, name)) continue;
    try {
      database.exec(`ALTER TABLE forks ADD COLUMN ${column}`);
    } catch (fault) {
      if (!hasColumn(database, name)) throw fault;
    }
  }
}

function hasColumn(database: DatabaseSync, wanted: string): boolean {
  return database
    .prepare("SELECT name FROM pragma_table_info('forks')")
    .all()
    .some(({ name }) => name === wanted);
}

/**
 * Runs that say they are running while their process is gone. A process id that the system has given to another program
 * meanwhile keeps its run in `running`: no portable call distinguishes the two.
 */
function markLost(database: DatabaseSync): void {
  const mark = database.prepare("UPDATE forks SET status = 'lost_on_restart' WHERE status = 'running' AND pid = ?");
  for (const { pid } of database.prepare("SELECT DISTINCT pid FROM forks WHERE status = 'running'").all()) {
    if (typeof pid === "number" && !isAlive(pid)) mark.run(pid);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    // A process of another user is alive, too.
    return fault instanceof Error && "code" in fault && fault.code === "EPERM";
  }
}

function handleOf(row: Readonly<Record<string, SQLOutputValue>>): AgentHandle {
  return {
    runId: textOf(row["run_id"]),
    label: textOf(row["label"]),
    parent: typeof row["parent"] === "string" ? row["parent"] : null,
    source: textOf(row["source"]),
    mode: textOf(row["mode"]),
    status: textOf(row["status"]),
    pid: numberOf(row["pid"]) ?? 0,
    reason: typeof row["reason"] === "string" ? row["reason"] : null,
    turns: numberOf(row["turns"]),
    prompt: numberOf(row["prompt"]),
    read: numberOf(row["read"]),
    write: numberOf(row["write"]),
    fresh: numberOf(row["fresh"]),
    output: numberOf(row["output"]),
    startedMs: numberOf(row["started_ms"]) ?? 0,
    endedMs: numberOf(row["ended_ms"]),
  };
}

function textOf(value: SQLOutputValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function numberOf(value: SQLOutputValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}
