import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { orphanedSpools } from "../../io/files/kept-spool.ts";
import type { SpooledBytes } from "../../io/files/spool.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import { bodyNames, JOURNAL_NAME, type JournalEntry, readJournal } from "./session-journal.ts";
import {
  type AnswerHead,
  countExchanges,
  readSpooled,
  type RecordedCount,
  type RequestHead,
  type SpooledExchange,
} from "./spooled-exchange.ts";

/** A recording whose process was killed. */
export type KilledSession = {
  /** Where its cassette belongs. */
  readonly folder: string;
  /** Null where too little was written to read it. */
  readonly open: () => RecoveredRecording | null;
  readonly remove: () => void;
};

/** As a recorder answers it at the end of a session. */
export type RecoveredRecording = {
  readonly exchanges: () => Generator<RecordedExchange>;
  readonly count: () => RecordedCount;
  readonly unreadable: () => readonly HarnessError[];
  readonly secrets: readonly Secret[];
};

/** Recordings of this user whose process has ended without removing what it had written. */
export function killedSessions(): readonly KilledSession[] {
  return orphanedSpools().map(({ about, open, remove }) => ({ folder: about, open: () => openKilled(open()), remove }));
}

function openKilled(bytesOf: ((name: string) => SpooledBytes) | null): RecoveredRecording | null {
  const [session, ...entries] = bytesOf === null ? [] : readJournal(bytesOf(JOURNAL_NAME).read());
  if (bytesOf === null || session?.kind !== "session") return null;
  const passed = rebuild(entries, bytesOf);
  const whole = passed.filter(({ isWhole }) => isWhole);
  return {
    exchanges: () => readSpooled(whole, session.usageIsReal),
    count: () => countExchanges(passed),
    unreadable: () => whole.flatMap(({ faults }) => faults),
    secrets: session.secrets,
  };
}

type Rebuilt = SpooledExchange & {
  isWhole: boolean;
  answer: AnswerHead | null;
  responseId: string | null;
  chunks: SpooledExchange["chunks"];
};

function rebuild(entries: readonly JournalEntry[], bytesOf: (name: string) => SpooledBytes): readonly Rebuilt[] {
  const passed: Rebuilt[] = [];
  for (const entry of entries) {
    if (entry.kind === "begun") passed[entry.at] = begun(entry.head, entry.startedAtMs, entry.at, bytesOf);
    else if (entry.kind !== "session") apply(entry, passed[entry.at]);
  }
  return passed;
}

/** An answer that had not ended is cut: the client got no more of it. */
function begun(head: RequestHead, startedAtMs: number, at: number, bytesOf: (name: string) => SpooledBytes): Rebuilt {
  const names = bodyNames(at);
  return {
    head,
    startedAtMs,
    request: bytesOf(names.request),
    response: bytesOf(names.response),
    isWhole: false,
    answer: null,
    chunks: null,
    responseId: null,
    outcome: "cut",
    faults: [],
  };
}

function apply(entry: Exclude<JournalEntry, { kind: "session" | "begun" }>, exchange: Rebuilt | undefined): void {
  if (exchange === undefined) return;
  switch (entry.kind) {
    case "asked":
      exchange.isWhole = true;
      return;
    case "answered":
      exchange.answer = entry.answer;
      return;
    case "named":
      exchange.responseId = entry.responseId;
      return;
    case "ended":
      exchange.outcome = entry.outcome;
      exchange.chunks = entry.chunks;
      return;
  }
}
