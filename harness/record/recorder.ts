import type { Chunk, RecordedExchange } from "../cassette/recorded-exchange.ts";
import { maxBodyBytes } from "../cassette/size-limit.ts";
import { monotonicMs, steadyEpochMs } from "../io/clock.ts";
import { openSpool, type SpoolFile } from "../io/files/spool.ts";
import type { Header, Outcome } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { roundMs } from "../kernel/numbers.ts";
import type { Session } from "./spooled/open-session.ts";
import { bodyNames, type Journal, NO_JOURNAL } from "./spooled/session-journal.ts";
import {
  type AnswerHead,
  countExchanges,
  readSpooled,
  type RecordedCount,
  recordedOf,
  type RequestHead,
  type SpooledExchange,
} from "./spooled/spooled-exchange.ts";

/** Keeps what passes through the proxies: heads and times in memory, bodies in the spool. Disposing of it forgets them. */
export type Recorder = Disposable & {
  readonly begin: (request: RequestHead) => ExchangeLog;
  /** A name for the next WebSocket, of whichever proxy. */
  readonly nextConnection: () => string;
  /** Whole requests in order of arrival, read from the spool one by one. */
  readonly exchanges: () => Generator<RecordedExchange>;
  readonly count: () => RecordedCount;
  /** Exchanges that the disk refused. They pass all the same, and count as unreadable. */
  readonly refused: () => number;
  /** Why a body of the exchanges that were read so far is not kept. The others are as they crossed the wire. */
  readonly unreadable: () => readonly HarnessError[];
  /** Leaves the session to `killedSessions` of a later process, since its cassette could not be written. False if nothing could read it. */
  readonly leave: () => boolean;
};

/** As much of it as what passes needs. */
export type ExchangeRecorder = Pick<Recorder, "begin" | "nextConnection">;

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
  /** Where the recording is to be read again if this process is killed; by default nothing readable stays. */
  readonly session?: Session | null;
};

/** Two clocks in milliseconds: the time of day, and one that never goes back. */
export type RecorderClock = { readonly epochMs: () => number; readonly monotonicMs: () => number };

export function createRecorder(options: RecorderOptions): Recorder {
  const { usageIsReal, clock = { epochMs: steadyEpochMs(), monotonicMs }, onExchange, session = null } = options;
  const spool = session?.spool ?? openSpool();
  const journal = session?.journal ?? NO_JOURNAL;
  const passing: ExchangeInProgress[] = [];
  let connections = 0;
  let isLeft = false;
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
      const at = passing.length;
      const names = bodyNames(at);
      const exchange: ExchangeInProgress = {
        head,
        at,
        startedAtMs: clock.epochMs(),
        startMs: clock.monotonicMs(),
        request: spool.open(names.request),
        response: spool.open(names.response),
        isWhole: false,
        answer: null,
        chunks: [],
        responseId: null,
        outcome: null,
        refusal: null,
        isAskedSafely: false,
        faults: [],
      };
      passing.push(exchange);
      unlessRefused(exchange, () => journal.note({ kind: "begun", at, head, startedAtMs: exchange.startedAtMs }));
      return logOf(exchange, { clock, journal, onEnded: report });
    },
    nextConnection: () => `ws${(connections += 1)}`,
    exchanges: () => readSpooled(whole(), usageIsReal),
    count: () => countExchanges(passing),
    refused: () => passing.filter(({ refusal }) => refusal !== null).length,
    unreadable: () => whole().flatMap(({ faults }) => faults),
    leave: () => (isLeft = session?.isRecoverable() === true),
    [Symbol.dispose]: () => {
      if (!isLeft) spool[Symbol.dispose]();
    },
  };
}

type ExchangeInProgress = SpooledExchange & {
  readonly at: number;
  readonly startMs: number;
  readonly request: SpoolFile;
  readonly response: SpoolFile;
  readonly chunks: Chunk[];
  isWhole: boolean;
  answer: BegunAnswer | null;
  responseId: string | null;
  refusal: HarnessError | null;
  isAskedSafely: boolean;
};

type BegunAnswer = AnswerHead & {
  /** Since the request began, by the clock that never goes back. */
  readonly beganMs: number;
};

type LogMeans = { readonly clock: RecorderClock; readonly journal: Journal; readonly onEnded: () => void };

/** A disk that refuses the bytes of one exchange must neither break it for the client nor lose the others. */
function unlessRefused(exchange: ExchangeInProgress, keep: () => void): void {
  if (exchange.refusal !== null) return;
  try {
    keep();
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    exchange.refusal = fault;
  }
}

/** A body above the limit is never read again: the rest of it takes no room on the disk. */
function keepBytes(body: SpoolFile, bytes: Uint8Array): void {
  if (body.size() > maxBodyBytes) body.skip(bytes.length);
  else body.append(bytes);
}

function logOf(exchange: ExchangeInProgress, { clock, journal, onEnded }: LogMeans): ExchangeLog {
  const { at } = exchange;
  const sinceStart = (): number => clock.monotonicMs() - exchange.startMs;
  const keep = (work: () => void): void => unlessRefused(exchange, work);
  return {
    requestBytes: (bytes) => keep(() => keepBytes(exchange.request, bytes)),
    requestEnded: () => {
      exchange.isWhole = true;
      keep(() => {
        journal.secure(exchange.request);
        exchange.request.close();
        exchange.isAskedSafely = true;
        journal.note({ kind: "asked", at, bytes: exchange.request.size() });
      });
    },
    responseBegan: (status, headers) => {
      const beganMs = sinceStart();
      // The time of day comes in whole milliseconds. By the finer clock alone a response could seem to begin after the
      // request that it caused.
      const byTheDay = Math.max(0, clock.epochMs() - exchange.startedAtMs);
      const answer = { status, headers, firstByteMs: roundMs(Math.min(beganMs, byTheDay)) };
      exchange.answer = { ...answer, beganMs };
      keep(() => journal.note({ kind: "answered", at, answer }));
    },
    responseBytes: (bytes) => {
      exchange.chunks.push([roundMs(sinceStart() - (exchange.answer?.beganMs ?? 0)), bytes.length]);
      keep(() => keepBytes(exchange.response, bytes));
    },
    answeredAs: (responseId) => {
      exchange.responseId = responseId;
      keep(() => journal.note({ kind: "named", at, responseId }));
    },
    ended: (outcome) => {
      exchange.outcome = outcome;
      keep(() => {
        journal.secure(exchange.response);
        exchange.request.close();
        exchange.response.close();
        journal.note({ kind: "ended", at, outcome, chunks: exchange.chunks });
      });
      onEnded();
    },
  };
}
