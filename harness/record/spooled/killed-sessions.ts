import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { maxBodyBytes } from "../../cassette/size-limit.ts";
import { type OrphanedSpool, orphanedSpools } from "../../io/files/kept-spool.ts";
import type { SpooledBytes } from "../../io/files/spool.ts";
import type { Secret } from "../../kernel/credentials/credential-search.ts";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import { sum } from "../../kernel/numbers.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
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
  /** Where it is until then. */
  readonly spool: string;
  /** Null if nothing of it can be read: its key or its journal is missing or damaged. */
  readonly open: () => RecoveredRecording | null;
  readonly remove: () => void;
  /** Whether a user was offered it once; `offered` notes that. */
  readonly isOffered: boolean;
  readonly offered: () => void;
  /** Leaves the spool where it is, and no more among the killed ones. */
  readonly retire: () => void;
};

/** As a recorder answers it at the end of a session. */
export type RecoveredRecording = {
  readonly exchanges: () => Generator<RecordedExchange>;
  readonly count: () => RecordedCount;
  readonly unreadable: () => readonly HarnessError[];
  readonly secrets: readonly Secret[];
  /** The damaged and missing parts of its spool, one clause each. */
  readonly lost: readonly string[];
};

/** Recordings of this user whose process has ended without removing what it had written. */
export function killedSessions(): readonly KilledSession[] {
  const left = orphanedSpools().filter(({ has }) => !has("recovered"));
  return left.map((spool) => ({
    folder: spool.about,
    spool: spool.path,
    open: () => openKilled(spool),
    remove: spool.remove,
    isOffered: spool.has("offered"),
    offered: () => spool.mark("offered"),
    retire: () => spool.mark("recovered"),
  }));
}

function openKilled({ open, names }: OrphanedSpool): RecoveredRecording | null {
  const bytesOf = open();
  if (bytesOf === null) return null;
  const { entries: all, isDamaged } = readJournal(bytesOf(JOURNAL_NAME).read());
  const [session, ...entries] = all;
  if (session?.kind !== "session") return null;
  const passed = rebuild(entries, bytesOf);
  const whole = passed.filter(({ isWhole }) => isWhole);
  return {
    exchanges: () => readSpooled(whole, session.usageIsReal),
    count: () => countExchanges(passed),
    unreadable: () => whole.flatMap(({ faults }) => faults),
    secrets: session.secrets,
    lost: [
      ...(isDamaged ? ["the journal is damaged, and all behind the damage is lost"] : []),
      ...unnamed(names(), passed.length),
      ...passed.flatMap(missingBytes),
    ],
  };
}

/** Requests whose bytes are there, and whose entries in the journal are not. */
function unnamed(names: readonly string[], known: number): readonly string[] {
  const count = names.filter((name) => /^\d+q$/.test(name) && Number.parseInt(name, 10) >= known).length;
  return count === 0 ? [] : [`the journal ends before ${pluralize(count, "request")} that the spool holds`];
}

/** Bodies that are shorter than what was kept of them: a body above the limit is not kept whole. */
function missingBytes(exchange: Rebuilt, at: number): readonly string[] {
  const bodies = [
    ["request", exchange.request.size(), exchange.asked],
    ["response", exchange.response.size(), answeredBytes(exchange)],
  ] as const;
  return bodies.flatMap(([name, there, written]) =>
    written === null || there >= written || there > maxBodyBytes
      ? []
      : [`the ${name} body of request ${at + 1} holds ${there} of ${pluralize(written, "byte")}`],
  );
}

function answeredBytes({ chunks }: Rebuilt): number | null {
  return chunks === null ? null : sum(chunks.map(([, bytes]) => bytes));
}

/** A body above the limit says how large it was, not how much of it was kept. */
function counted(kept: SpooledBytes, written: () => number | null): SpooledBytes {
  return { ...kept, size: () => (kept.size() > maxBodyBytes ? Math.max(kept.size(), written() ?? 0) : kept.size()) };
}

type Rebuilt = SpooledExchange & {
  isWhole: boolean;
  /** Bytes of its request's body; null until it was whole. */
  asked: number | null;
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
  const exchange: Rebuilt = {
    head,
    startedAtMs,
    request: counted(bytesOf(names.request), () => exchange.asked),
    response: counted(bytesOf(names.response), () => answeredBytes(exchange)),
    isWhole: false,
    asked: null,
    answer: null,
    chunks: null,
    responseId: null,
    outcome: "cut",
    refusal: null,
    isAskedSafely: true,
    faults: [],
  };
  return exchange;
}

function apply(entry: Exclude<JournalEntry, { kind: "session" | "begun" }>, exchange: Rebuilt | undefined): void {
  if (exchange === undefined) return;
  switch (entry.kind) {
    case "asked":
      exchange.isWhole = true;
      exchange.asked = entry.bytes;
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
