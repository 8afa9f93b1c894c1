import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Outcome, RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { reopenSpool, type SpooledBytes } from "../../io/files/spool.ts";
import { isRunning } from "../../io/process-identity.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { RecordedCount } from "../recorder.ts";
import { DESCRIPTION_FILE, SESSION_PREFIX, type SessionDescription } from "./open-session.ts";
import { bodyNames, JOURNAL_NAME, type JournalEntry, readJournal } from "./session-journal.ts";
import { type AnswerHead, readSpooled, type RequestHead, type SpooledExchange } from "./spooled-exchange.ts";

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

/** Sessions of this user whose process has ended without removing them, by the name of their folder. */
export function killedSessions(): readonly KilledSession[] {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(SESSION_PREFIX));
  return names.sort().flatMap((name) => {
    const spool = join(tmpdir(), name);
    const described = readDescription(spool);
    if (described === null || isRunning(described)) return [];
    const remove = (): void => rmSync(spool, { recursive: true, force: true });
    return [{ folder: described.folder, open: () => openKilled(spool), remove }];
  });
}

/** Null for another user's, and for one that was killed before it had written anything. */
function readDescription(spool: string): SessionDescription | null {
  try {
    // Written by this program alone, in a folder that only this user may enter.
    return JSON.parse(readFileSync(join(spool, DESCRIPTION_FILE), "utf8"));
  } catch {
    return null;
  }
}

function openKilled(spool: string): RecoveredRecording | null {
  const bytesOf = reopenSpool(spool);
  const [session, ...entries] = bytesOf === null ? [] : readJournal(bytesOf(JOURNAL_NAME).read());
  if (bytesOf === null || session?.kind !== "session") return null;
  const passed = rebuild(entries, bytesOf);
  const whole = passed.filter(({ isWhole }) => isWhole);
  const ended = (wanted: Outcome): number => whole.filter(({ outcome }) => outcome === wanted).length;
  return {
    exchanges: () => readSpooled(whole, session.usageIsReal),
    count: () => ({
      recorded: whole.length,
      brokenOff: passed.length - whole.length,
      complete: ended("complete"),
      cut: ended("cut"),
      aborted: ended("aborted"),
      unreachable: ended("unreachable"),
      unreadable: ended("unreadable"),
    }),
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
