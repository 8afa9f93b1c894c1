import { roundMs } from "../../kernel/numbers.ts";
import { laneParents } from "../../cassette/lines/lane-parents.ts";
import { keptHeaders } from "../../cassette/format/kept-headers.ts";
import { keptPath } from "../../cassette/format/kept-path.ts";
import type { Chunk, RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { type Header, headerOf, type Outcome } from "../../kernel/exchange.ts";
import { askedCacheHeader } from "../../kernel/lane/asked-cache.ts";
import { SERVED_HEADER, type ServedRequest, servedIn } from "../../kernel/lane/served-header.ts";
import { decodedBody } from "./kept-bytes.ts";
import type { LostRequest } from "./lost-requests.ts";
import { sentTimes } from "./sent-times.ts";

/** Requests with their responses, in memory and in the order in which they were sent. */
export type TapeLog = {
  readonly begin: (head: SentHead) => EntryLog;
  /** Requests whose body is known. An exchange that has not changed since the last call is the same object. */
  readonly exchanges: () => readonly RecordedExchange[];
  /** Requests that were answered to the end, although their body is not known. */
  readonly lost: () => readonly LostRequest[];
  readonly isComputed: (exchange: { readonly id: string }) => boolean;
};

/** Who counts the tokens of a response: a provider, a script that makes them up, or the cache model of a mocked provider. */
export type Counters = "reported" | "scripted" | "computed";

export type SentHead = {
  readonly method: string;
  /** Path with query, and host: null for a URL that is not absolute. */
  readonly path: string;
  readonly host: string | null;
  readonly headers: readonly Header[];
  readonly counters: Counters;
};

/** One exchange as it passes. The response's bytes are copied; a request's text is encoded once somebody asks for it. */
export type EntryLog = {
  readonly id: string;
  readonly requestIs: (body: string | Buffer) => void;
  readonly responseBegan: (status: number, header: (name: string) => string | null) => void;
  readonly responseBytes: (bytes: Uint8Array) => void;
  readonly ended: (outcome: Outcome) => void;
};

/** Two clocks in milliseconds: the time of day, and one that never goes back. */
export type TapeClock = { readonly epochMs: () => number; readonly monotonicMs: () => number };

export function createTapeLog(clock: TapeClock): TapeLog {
  const entries: Entry[] = [];
  return {
    begin: (head) => {
      const entry: Entry = {
        id: String(entries.length + 1),
        head: { ...head, path: keptPath(head.path), headers: keptHeaders(head.headers) },
        startedAtMs: clock.epochMs(),
        startMs: clock.monotonicMs(),
        request: null,
        answer: null,
        pieces: [],
        chunks: [],
        outcome: null,
        snapshot: null,
      };
      entries.push(entry);
      return logOf(entry, clock);
    },
    exchanges: () => {
      const parents = laneParents(
        entries.map(({ id, head, answer }) => ({
          id,
          ...head,
          status: answer?.status ?? null,
          served: answer?.served ?? null,
        })),
      );
      const times = sentTimes(
        entries.map(({ startedAtMs, answer }) => ({
          startedAtMs,
          answeredAtMs: answer?.answeredAtMs ?? null,
          served: answer?.served ?? null,
        })),
      );
      return entries.flatMap(
        (entry, at) => snapshotOf(entry, parents.get(entry.id) ?? null, times[at] ?? entry.startedAtMs) ?? [],
      );
    },
    lost: () => entries.flatMap(lostRequest),
    isComputed: ({ id }) => entries[Number(id) - 1]?.head.counters === "computed",
  };
}

type Entry = {
  readonly id: string;
  readonly head: SentHead;
  readonly startedAtMs: number;
  readonly startMs: number;
  request: string | Buffer | null;
  answer: EntryAnswer | null;
  pieces: Buffer[];
  readonly chunks: Chunk[];
  outcome: Outcome | null;
  snapshot: RecordedExchange | null;
};

type EntryAnswer = {
  readonly status: number;
  readonly contentType: string | null;
  readonly answeredAtMs: number;
  readonly firstByteMs: number;
  /** Null unless a mocked provider of ours answered. */
  readonly served: ServedRequest | null;
};

function logOf(entry: Entry, clock: TapeClock): EntryLog {
  const sinceStart = (): number => clock.monotonicMs() - entry.startMs;
  return {
    id: entry.id,
    requestIs: (body) => {
      entry.request = body;
      entry.snapshot = null;
    },
    responseBegan: (status, header) => {
      // The time of day comes in whole milliseconds. By the finer clock alone a response could seem to begin after the
      // request that it caused.
      const answeredAtMs = clock.epochMs();
      const byTheDay = Math.max(0, answeredAtMs - entry.startedAtMs);
      const served = servedIn(header(SERVED_HEADER));
      const waitedMs =
        served === null ? Math.min(sinceStart(), byTheDay) : Math.max(0, served.firstByteMs - served.startedAtMs);
      entry.answer = {
        status,
        contentType: header("content-type"),
        answeredAtMs,
        firstByteMs: roundMs(waitedMs),
        served,
      };
      entry.snapshot = null;
    },
    responseBytes: (bytes) => {
      entry.pieces.push(Buffer.from(bytes));
      entry.chunks.push([roundMs(Math.max(0, sinceStart() - (entry.answer?.firstByteMs ?? 0))), bytes.length]);
      entry.snapshot = null;
    },
    ended: (outcome) => {
      // A stream may be cancelled after its end.
      if (entry.outcome !== null) return;
      entry.outcome = outcome;
      entry.snapshot = null;
    },
  };
}

function lostRequest({ id, head, request, answer, outcome }: Entry): readonly LostRequest[] {
  if (request !== null || answer === null || outcome === null) return [];
  return [{ id, host: head.host, path: head.path, response: { status: answer.status } }];
}

function snapshotOf(entry: Entry, forkOf: string | null, startedAtMs: number): RecordedExchange | null {
  if (entry.request === null) return null;
  const { snapshot } = entry;
  if (snapshot !== null && snapshot.forkOf === forkOf && snapshot.startedAtMs === startedAtMs) return snapshot;
  const sentBytes = Buffer.isBuffer(entry.request) ? entry.request : Buffer.from(entry.request, "utf8");
  entry.request = sentBytes;
  const { id, head, answer, outcome } = entry;
  const decoded = decodedBody(sentBytes, headerOf(head.headers, "content-encoding"));
  if (entry.pieces.length > 1) entry.pieces = [Buffer.concat(entry.pieces)];
  const { counters, ...sent } = head;
  const usageIsReal = counters === "reported";
  const [body = Buffer.alloc(0)] = entry.pieces;
  entry.snapshot = {
    ...sent,
    headers: answer?.served == null ? sent.headers : [...sent.headers, askedCacheHeader(answer.served)],
    id,
    forkOf,
    request: decoded?.body ?? Buffer.alloc(0),
    response: answer && { status: answer.status, contentType: answer.contentType, body, usageIsReal },
    startedAtMs,
    firstByteMs: answer?.firstByteMs ?? null,
    fidelity: "A",
    dialect: null,
    provider: null,
    usage: null,
    chunks: answer && [...entry.chunks],
    socket: null,
    outcome: decoded === null && outcome !== null ? "unreadable" : outcome,
    redacted: null,
    encoded: { request: decoded?.encoded ?? null, response: null },
  };
  return entry.snapshot;
}
