import { type Header, headerOf, type Outcome } from "../../../kernel/exchange.ts";
import type { ExchangeLog, ExchangeRecorder } from "../../recorder.ts";
import type { HeaderBlock } from "./frame-reader.ts";

/** Makes exchanges of the streams of one HTTP/2 connection. */
export type StreamLog = {
  readonly asks: (block: HeaderBlock) => void;
  readonly asked: (stream: number, bytes: Buffer) => void;
  readonly hasAsked: (stream: number) => void;
  readonly answers: (block: HeaderBlock) => void;
  readonly answered: (stream: number, bytes: Buffer) => void;
  /** Returns the exchange whose answer this ends: it is complete once the client has it. */
  readonly hasAnswered: (stream: number) => ExchangeLog | null;
  /** One side ends the stream before its answer was whole. */
  readonly broken: (stream: number, outcome: Outcome) => void;
  readonly closed: (outcome: Outcome) => void;
  /** The request that began last. */
  readonly asking: () => { readonly method: string; readonly path: string };
  readonly hasOpen: () => boolean;
};

export function createStreamLog(recorder: ExchangeRecorder, host: string): StreamLog {
  const open = new Map<number, { readonly log: ExchangeLog; isBegun: boolean }>();
  let asking = { method: "", path: "" };
  return {
    asks: ({ stream, headers }) => {
      // Trailers.
      if (open.has(stream)) return;
      asking = { method: headerOf(headers, ":method") ?? "", path: headerOf(headers, ":path") ?? "" };
      const authority = (headerOf(headers, ":authority") ?? host).replace(/:443$/, "");
      const head = { ...asking, host: authority, headers: plain(headers), connection: null };
      open.set(stream, { log: recorder.begin(head), isBegun: false });
    },
    asked: (stream, bytes) => open.get(stream)?.log.requestBytes(bytes),
    hasAsked: (stream) => open.get(stream)?.log.requestEnded(),
    answers: ({ stream, headers }) => {
      const asked = open.get(stream);
      const status = Number(headerOf(headers, ":status"));
      if (asked === undefined || asked.isBegun || !(status >= 200)) return;
      asked.isBegun = true;
      asked.log.responseBegan(status, plain(headers));
    },
    answered: (stream, bytes) => open.get(stream)?.log.responseBytes(bytes),
    hasAnswered: (stream) => {
      const asked = open.get(stream);
      open.delete(stream);
      return asked?.log ?? null;
    },
    broken: (stream, outcome) => {
      open.get(stream)?.log.ended(outcome);
      open.delete(stream);
    },
    closed: (outcome) => {
      for (const { log } of open.values()) log.ended(outcome);
      open.clear();
    },
    asking: () => asking,
    hasOpen: () => open.size > 0,
  };
}

function plain(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => !name.startsWith(":"));
}
