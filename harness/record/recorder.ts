import { roundMs } from "../kernel/numbers.ts";
import { codingOfHeader, decodeBody, type EncodedBody } from "../cassette/format/content-coding.ts";
import { laneParents, type SentRequest } from "../cassette/lines/lane-parents.ts";
import type { Chunk, Outcome, RecordedExchange } from "../cassette/recorded-exchange.ts";
import { epochMs, monotonicMs } from "../io/clock.ts";
import { openSpool, type SpoolFile } from "../io/files/spool.ts";
import { type Header, headerOf } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { maxBodyBytes, tooLarge } from "../cassette/size-limit.ts";

/** Keeps what passes through the proxies: heads and times in memory, bodies in the spool. Disposing of it forgets them. */
export type Recorder = Disposable & {
  readonly begin: (request: RequestHead) => ExchangeLog;
  /** A name for the next WebSocket, of whichever proxy. */
  readonly nextConnection: () => string;
  /** Whole requests in order of arrival, read from the spool one by one. */
  readonly exchanges: () => Generator<RecordedExchange>;
  readonly count: () => RecordedCount;
  /** Why a body of the exchanges that were read so far is not kept. The others are as they crossed the wire. */
  readonly unreadable: () => readonly HarnessError[];
};

/** As much of it as what passes needs. */
export type ExchangeRecorder = Pick<Recorder, "begin" | "nextConnection">;

/** Requests that came whole, and those that the client broke off before it had asked anything. */
export type RecordedCount = Readonly<Record<Outcome, number>> & {
  readonly recorded: number;
  readonly brokenOff: number;
};

export type RequestHead = {
  readonly method: string;
  readonly path: string;
  /** Of the provider; the client's own word for it is the proxy. */
  readonly host: string;
  readonly headers: readonly Header[];
  /** Which WebSocket a message crossed; null for plain HTTP. */
  readonly connection: string | null;
};

/** One exchange as it passes; bytes are taken before a call returns. Calls come in the order in which they stand here; those of request and response overlap. */
export type ExchangeLog = {
  readonly requestBytes: (bytes: Uint8Array) => void;
  readonly requestEnded: () => void;
  readonly responseBegan: (status: number, headers: readonly Header[]) => void;
  readonly responseBytes: (bytes: Uint8Array) => void;
  /** The id by which a later message of a WebSocket refers to this answer. */
  readonly answeredAs: (responseId: string) => void;
  readonly ended: (outcome: Outcome) => void;
};

export type RecorderOptions = {
  /** Whether a provider counted the tokens, or a script. */
  readonly usageIsReal: boolean;
  readonly clock?: RecorderClock;
  /** Is given each whole exchange once it and all before it have ended, to be read from the spool at will. */
  readonly onExchange?: (id: string, load: () => RecordedExchange) => void;
};

/** Two clocks in milliseconds: the time of day, and one that never goes back. */
export type RecorderClock = { readonly epochMs: () => number; readonly monotonicMs: () => number };

export function createRecorder(options: RecorderOptions): Recorder {
  const { usageIsReal, clock = { epochMs, monotonicMs }, onExchange } = options;
  const spool = openSpool();
  const passing: ExchangeInProgress[] = [];
  let connections = 0;
  let [reported, named] = [0, 0];
  const report = (): void => {
    for (let next = passing[reported]; next !== undefined && next.outcome !== null; next = passing[reported]) {
      reported += 1;
      if (!next.isWhole) continue;
      const [exchange, id] = [next, String((named += 1))];
      onExchange?.(id, () => recordedOf(exchange, id, usageIsReal));
    }
  };
  const whole = (): readonly ExchangeInProgress[] => passing.filter(({ isWhole }) => isWhole);
  return {
    begin: (head) => {
      const exchange: ExchangeInProgress = {
        head,
        startedAtMs: clock.epochMs(),
        startMs: clock.monotonicMs(),
        request: spool.open(),
        response: spool.open(),
        isWhole: false,
        answer: null,
        chunks: [],
        responseId: null,
        outcome: null,
        faults: [],
      };
      passing.push(exchange);
      return logOf(exchange, clock, report);
    },
    nextConnection: () => `ws${(connections += 1)}`,
    exchanges: function* () {
      const sent = whole().map((exchange, index) => ({ exchange, id: String(index + 1) }));
      const parents = laneParents(sent.map(headingOf));
      for (const { exchange, id } of sent) {
        yield { ...recordedOf(exchange, id, usageIsReal), forkOf: parents.get(id) ?? null };
      }
    },
    count: () => {
      const recorded = whole();
      const ended = (wanted: Outcome): number => recorded.filter(({ outcome }) => outcome === wanted).length;
      return {
        recorded: recorded.length,
        brokenOff: passing.length - recorded.length,
        complete: ended("complete"),
        cut: ended("cut"),
        aborted: ended("aborted"),
        unreachable: ended("unreachable"),
        unreadable: ended("unreadable"),
      };
    },
    unreadable: () => whole().flatMap(({ faults }) => faults),
    [Symbol.dispose]: () => spool[Symbol.dispose](),
  };
}

type ExchangeInProgress = {
  readonly head: RequestHead;
  readonly startedAtMs: number;
  readonly startMs: number;
  readonly request: SpoolFile;
  readonly response: SpoolFile;
  isWhole: boolean;
  answer: Answer | null;
  readonly chunks: Chunk[];
  responseId: string | null;
  outcome: Outcome | null;
  faults: readonly HarnessError[];
};

type Answer = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly firstByteMs: number;
  /** Since the request began, by the clock that never goes back. */
  readonly beganMs: number;
};

function logOf(exchange: ExchangeInProgress, clock: RecorderClock, onEnded: () => void): ExchangeLog {
  const sinceStart = (): number => clock.monotonicMs() - exchange.startMs;
  return {
    requestBytes: exchange.request.append,
    requestEnded: () => {
      exchange.request.close();
      exchange.isWhole = true;
    },
    responseBegan: (status, headers) => {
      const beganMs = sinceStart();
      // The time of day comes in whole milliseconds. By the finer clock alone a response could seem to begin after the
      // request that it caused.
      const byTheDay = Math.max(0, clock.epochMs() - exchange.startedAtMs);
      exchange.answer = { status, headers, beganMs, firstByteMs: roundMs(Math.min(beganMs, byTheDay)) };
    },
    responseBytes: (bytes) => {
      exchange.chunks.push([roundMs(sinceStart() - (exchange.answer?.beganMs ?? 0)), bytes.length]);
      exchange.response.append(bytes);
    },
    answeredAs: (responseId) => {
      exchange.responseId = responseId;
    },
    ended: (outcome) => {
      exchange.request.close();
      exchange.response.close();
      exchange.outcome = outcome;
      onEnded();
    },
  };
}

function headingOf({
  id,
  exchange: { head, answer },
}: {
  readonly id: string;
  readonly exchange: ExchangeInProgress;
}): SentRequest {
  return { id, ...head, status: answer?.status ?? null };
}

function recordedOf(exchange: ExchangeInProgress, id: string, usageIsReal: boolean): RecordedExchange {
  const { answer, startedAtMs, chunks, responseId } = exchange;
  const { connection, ...head } = exchange.head;
  const request = readBody(exchange.request, head.headers, `exchange ${id}, request body`);
  const response = readBody(exchange.response, answer?.headers ?? [], `exchange ${id}, response body`);
  exchange.faults = [request.fault, response.fault].filter((fault) => fault !== null);
  if (exchange.faults.length > 0) exchange.outcome = "unreadable";
  return {
    ...head,
    id,
    forkOf: null,
    request: request.body,
    response: answer && {
      status: answer.status,
      contentType: headerOf(answer.headers, "content-type"),
      body: response.body,
      usageIsReal,
    },
    startedAtMs,
    firstByteMs: answer?.firstByteMs ?? null,
    fidelity: "A",
    dialect: null,
    provider: null,
    usage: null,
    chunks: answer && response.fault === null ? chunks : null,
    socket: connection === null ? null : { connection, responseId },
    outcome: exchange.outcome,
    redacted: null,
    encoded: { request: request.encoded, response: response.encoded },
  };
}

type ReadBody = {
  readonly body: Buffer;
  readonly encoded: EncodedBody | null;
  /** Why the body is unreadable, and empty here. */
  readonly fault: HarnessError | null;
};

function readBody(file: SpoolFile, headers: readonly Header[], where: string): ReadBody {
  try {
    // Checked before it is read into memory.
    if (file.size() > maxBodyBytes) throw tooLarge(file.size(), where);
    const bytes = file.read();
    const coding = bytes.length === 0 ? null : codingOfHeader(headerOf(headers, "content-encoding"), where);
    if (coding === null) return { body: bytes, encoded: null, fault: null };
    return { body: decodeBody({ coding, bytes }, where), encoded: { coding, bytes }, fault: null };
  } catch (fault) {
    if (!(fault instanceof HarnessError) || !aboutOneBody.has(fault.code)) throw fault;
    return { body: Buffer.alloc(0), encoded: null, fault };
  }
}

/** What is wrong with one body says nothing about the others; a disk that refuses concerns them all. */
const aboutOneBody: ReadonlySet<string> = new Set(["HX208", "HX226"]);
