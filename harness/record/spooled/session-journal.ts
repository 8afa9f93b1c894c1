import type { Chunk } from "../../cassette/recorded-exchange.ts";
import type { Outcome } from "../../kernel/exchange.ts";
import type { SpoolFile } from "../../io/files/spool.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import type { AnswerHead, RequestHead } from "./spooled-exchange.ts";

/** One line of a journal: what became of the exchange at place `at`. */
export type JournalEntry =
  | { readonly kind: "session"; readonly usageIsReal: boolean; readonly secrets: readonly Secret[] }
  | { readonly kind: "begun"; readonly at: number; readonly head: RequestHead; readonly startedAtMs: number }
  | { readonly kind: "asked"; readonly at: number; readonly bytes: number }
  | { readonly kind: "answered"; readonly at: number; readonly answer: AnswerHead }
  | { readonly kind: "named"; readonly at: number; readonly responseId: string }
  | {
      readonly kind: "ended";
      readonly at: number;
      readonly outcome: Outcome;
      readonly chunks: readonly Chunk[];
    };

/** Notes what bodies alone do not tell, so that a killed recording can be read again. */
export type Journal = {
  readonly note: (entry: JournalEntry) => void;
  /** Bytes that an entry is about to count are with the system before it is noted. */
  readonly secure: (body: SpoolFile) => void;
};

export function openJournal(file: SpoolFile): Journal {
  return {
    secure: (body) => body.flush(),
    note: (entry) => {
      file.append(Buffer.from(`${JSON.stringify(entry)}\n`));
      // The next moment may be the last of this process.
      file.flush();
    },
  };
}

/** For a disk without room for a journal: whether it has room for a body shows at once. */
export const UNNOTED_JOURNAL: Journal = { note: () => {}, secure: (body) => body.flush() };

/** For a recording that is not kept beyond its process. */
export const NO_JOURNAL: Journal = { note: () => {}, secure: () => {} };

/** Entries in order, up to a damaged line. Half a line at the end is what a killed process left. */
export function readJournal(bytes: Buffer): { readonly entries: readonly JournalEntry[]; readonly isDamaged: boolean } {
  const entries: JournalEntry[] = [];
  const lines = bytes.toString("utf8").split("\n");
  for (const line of lines.slice(0, -1)) {
    const entry = entryOf(line);
    if (entry === null) return { entries, isDamaged: true };
    entries.push(entry);
  }
  return { entries, isDamaged: false };
}

/** Null for a line that is not whole. Only this program writes them, and only its key makes them readable. */
function entryOf(line: string): JournalEntry | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Names of an exchange's bodies in the spool. */
export function bodyNames(at: number): { readonly request: string; readonly response: string } {
  return { request: `${at}q`, response: `${at}a` };
}

export const JOURNAL_NAME = "journal";
