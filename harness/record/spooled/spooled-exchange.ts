import { codingOfHeader, decodeBody, type EncodedBody } from "../../cassette/format/content-coding.ts";
import { laneParents } from "../../cassette/lines/lane-parents.ts";
import type { Chunk, RecordedExchange } from "../../cassette/recorded-exchange.ts";
import { maxBodyBytes, tooLarge } from "../../cassette/size-limit.ts";
import type { SpooledBytes } from "../../io/files/spool.ts";
import { type Header, headerOf, type Outcome } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { askedCacheHeader, withPartedCaches } from "../../kernel/lane/asked-cache.ts";
import { SERVED_HEADER, type ServedRequest, servedIn } from "../../kernel/lane/served-header.ts";

/** What a request says before its body. */
export type RequestHead = {
  readonly method: string;
  readonly path: string;
  /** Of the provider; the client's own word for it is the proxy. */
  readonly host: string;
  readonly headers: readonly Header[];
  /** Which WebSocket a message crossed; null for plain HTTP. */
  readonly connection: string | null;
};

/** The start of an answer. */
export type AnswerHead = { readonly status: number; readonly headers: readonly Header[]; readonly firstByteMs: number };

/** An exchange whose bodies are in a spool; it grows while it passes. */
export type SpooledExchange = {
  readonly head: RequestHead;
  readonly startedAtMs: number;
  readonly request: SpooledBytes;
  readonly response: SpooledBytes;
  readonly answer: AnswerHead | null;
  readonly chunks: readonly Chunk[] | null;
  readonly responseId: string | null;
  outcome: Outcome | null;
  /** Why the disk did not take all of it; null where it did. */
  readonly refusal: HarnessError | null;
  /** Whether its request is on disk, whatever became of the answer. */
  readonly isAskedSafely: boolean;
  faults: readonly HarnessError[];
};

/** Requests that came whole, and those that the client broke off before it had asked anything. */
export type RecordedCount = Readonly<Record<Outcome, number>> & {
  readonly recorded: number;
  readonly brokenOff: number;
};

export function countExchanges(
  passed: readonly { readonly isWhole: boolean; readonly outcome: Outcome | null }[],
): RecordedCount {
  const recorded = passed.filter(({ isWhole }) => isWhole);
  const ended = (wanted: Outcome): number => recorded.filter(({ outcome }) => outcome === wanted).length;
  return {
    recorded: recorded.length,
    brokenOff: passed.length - recorded.length,
    complete: ended("complete"),
    cut: ended("cut"),
    aborted: ended("aborted"),
    unreachable: ended("unreachable"),
    unreadable: ended("unreadable"),
  };
}

/** Whole exchanges in order of arrival, read from the spool one by one, each with the parent that its lane shows. */
export function readSpooled(spooled: readonly SpooledExchange[], usageIsReal: boolean): Generator<RecordedExchange> {
  const sent = spooled.map((exchange, index) => ({ exchange, id: String(index + 1) }));
  const headings = sent.map(({ id, exchange: { head, answer } }) => {
    const served = servedOf(answer);
    return { id, ...head, headers: headersOf(head, served), status: answer?.status ?? null, served };
  });
  const parents = laneParents(headings);
  const recorded = function* (): Generator<RecordedExchange> {
    for (const { exchange, id } of sent) {
      yield { ...recordedOf(exchange, id, usageIsReal), forkOf: parents.get(id) ?? null };
    }
  };
  return withPartedCaches(headings, recorded());
}

/** What a mocked provider said of the request; its key, which may name the workspace, is not kept. */
function servedOf(answer: AnswerHead | null): ServedRequest | null {
  return answer === null ? null : servedIn(headerOf(answer.headers, SERVED_HEADER));
}

function headersOf({ headers }: RequestHead, served: ServedRequest | null): readonly Header[] {
  return served === null ? headers : [...headers, askedCacheHeader(served)];
}

/** One of them, without its parent. A body that cannot be read makes it unreadable. */
export function recordedOf(exchange: SpooledExchange, id: string, usageIsReal: boolean): RecordedExchange {
  const { answer, startedAtMs, chunks, responseId } = exchange;
  const { connection, ...head } = exchange.head;
  const { refusal, isAskedSafely } = exchange;
  const requestAt = `exchange ${id}, request body`;
  const request =
    refusal === null || isAskedSafely
      ? readBody(exchange.request, head.headers, requestAt)
      : refusedBody(refusal, requestAt);
  const responseAt = `exchange ${id}, response body`;
  const response =
    refusal === null
      ? readBody(exchange.response, answer?.headers ?? [], responseAt)
      : refusedBody(refusal, responseAt);
  exchange.faults = [request.fault, response.fault].filter((fault) => fault !== null);
  if (exchange.faults.length > 0) exchange.outcome = "unreadable";
  else if (response.endsEarly && exchange.outcome === "complete") exchange.outcome = "cut";
  return {
    ...head,
    headers: headersOf(exchange.head, servedOf(answer)),
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
  /** Whether the end of its coding is missing, although the connection brought it as whole. */
  readonly endsEarly: boolean;
  /** Why the body is unreadable, and empty here. */
  readonly fault: HarnessError | null;
};

/** A part of it may be on disk, which must not be taken for the whole. */
function refusedBody({ code, message, fix, exit }: HarnessError, where: string): ReadBody {
  return {
    body: Buffer.alloc(0),
    encoded: null,
    endsEarly: false,
    fault: new HarnessError({ code, what: message, where, fix, exit }),
  };
}

function readBody(file: SpooledBytes, headers: readonly Header[], where: string): ReadBody {
  try {
    // Asked before it is read into memory.
    if (file.size() > maxBodyBytes) throw tooLarge(file.size(), where);
    const bytes = file.read();
    const coding = bytes.length === 0 ? null : codingOfHeader(headerOf(headers, "content-encoding"), where);
    if (coding === null) return { body: bytes, encoded: null, endsEarly: false, fault: null };
    return { ...decodeBody({ coding, bytes }, where), encoded: { coding, bytes }, fault: null };
  } catch (fault) {
    if (!(fault instanceof HarnessError) || !aboutOneBody.has(fault.code)) throw fault;
    return { body: Buffer.alloc(0), encoded: null, endsEarly: false, fault };
  }
}

/** What is wrong with one body says nothing about the others; a disk that refuses concerns them all. */
const aboutOneBody: ReadonlySet<string> = new Set(["HX208", "HX226"]);
