/** The table of recorded runs cannot be read or written. `file` is the table, `fix` what its owner can do. */
export class RecordsError extends Error {
  readonly file: string;
  readonly fix: string;

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${file} cannot be used as the table of recorded forks: ${reason}`, { cause });
    this.name = "RecordsError";
    this.file = file;
    this.fix = fixes.get(codeOf(cause)) ?? `Look at ${file}: it is a SQLite database of forkproof's own.`;
  }
}

const moveAway =
  "Move the file away, with its -wal and -shm: the transcripts in its folder stay whole, and the next recorded fork starts a new table.";
const checkRights = "Check that you may write to the file and to its folder.";

/** By SQLite's primary result code (sqlite.org, "Result and Error Codes"). */
const fixes: ReadonlyMap<number, string> = new Map([
  [1, moveAway],
  [5, "Another process holds the table: try again when it has ended."],
  [8, checkRights],
  [11, moveAway],
  [14, checkRights],
  [26, moveAway],
]);

/** An extended code holds the primary one in its last byte. */
function codeOf(cause: unknown): number {
  const code: unknown = cause instanceof Error && "errcode" in cause ? cause.errcode : null;
  return typeof code === "number" ? code & 0xff : 0;
}
