import type { JsonObject } from "../kernel/json.ts";
import type { Exchange, Outcome, Recording } from "../kernel/exchange.ts";
import type { HarnessError } from "../kernel/faults/harness-error.ts";
import type { DialectName } from "../kernel/layout.ts";
import type { EncodedBody } from "./format/content-coding.ts";

/** An exchange of a recording, or why this one cannot be read. */
export type ReadExchange = RecordedExchange | HarnessError;

/** An exchange with the additional facts of recordings. Unknown facts are null. */
export type RecordedExchange = Exchange & {
  /** The recorder's name for it; the body was not examined. */
  readonly dialect: DialectName | null;
  readonly provider: string | null;
  /** The provider's usage object as reported, if the recording keeps it apart from the response's body. */
  readonly usage: JsonObject | null;
  /** How the response's body arrived. */
  readonly chunks: readonly Chunk[] | null;
  /** Which WebSocket a message crossed, and the id its answer got; null for plain HTTP. */
  readonly socket: Socket | null;
  /** How it ended, where the recorder watched. */
  readonly outcome: Outcome | null;
  /** Masked credentials (letters and digits replaced) and their places; null if unknown. */
  readonly redacted: readonly string[] | null;
  /** Bodies that crossed the wire compressed, as they did: `request` and `response.body` hold them decoded. */
  readonly encoded: { readonly request: EncodedBody | null; readonly response: EncodedBody | null };
  /** Of an exchange without bodies: its model, and the session within its file. Absent if the bodies show them. */
  readonly counted?: {
    readonly model: string | null;
    readonly session: string | null;
    /** Present for a response of a batch, which runs its requests in any order. */
    readonly isUnordered?: true;
    /** Present if the counters are a sum over many requests. */
    readonly sum?: CountedSum;
  };
};

/** What a report says of a sum; null if it does not say it. */
type CountedSum = {
  readonly models: readonly string[];
  readonly requests: number | null;
  readonly usd: number | null;
};

/** Milliseconds after the response's first byte, and how many bytes of the body came then. */
export type Chunk = readonly [afterFirstByteMs: number, bytes: number];

/**
 * A message refers to an earlier one by its response id instead of repeating it. `openRecording` answers the request whole,
 * `openAsRecorded` as it crossed the wire.
 */
export type Socket = { readonly connection: string; readonly responseId: string | null };

/** A recording as this folder reads it: the kernel's, with fuller exchanges. */
export type Source = Omit<Recording, "load"> & { readonly load: (id: string) => RecordedExchange };
