/**
 * One recorded request with its response, raw.
 *
 * `request` holds the bytes that crossed the wire; nothing may parse and re-serialise them on the way to a verdict.
 * Everything that a recording does not say is null, never a default.
 */
export type Exchange = {
  /** `seq` in a traffic file, `<seq>#<idx>` in a ground-truth file, the exchange's own id in a cassette. */
  readonly id: string;
  /** The parent exchange's id where the recording names it. */
  readonly forkOf: string | null;
  readonly method: string;
  /** URL path with query, such as `/v1/messages?beta=true`. */
  readonly path: string;
  readonly host: string | null;
  readonly headers: readonly Header[];
  readonly request: Buffer;
  readonly response: RecordedResponse | null;
  /** The provider's usage object, if the recording keeps it separately from the response's body. */
  readonly usage?: { readonly [name: string]: unknown } | null;
  /** Epoch milliseconds at which the request was sent. */
  readonly startedAtMs: number | null;
  /** Milliseconds from the request's start to the response's first byte. */
  readonly firstByteMs: number | null;
  readonly fidelity: Fidelity;
  /** How it ended, where the recorder watched. */
  readonly outcome?: Outcome | null;
};

/**
 * - `complete` the response came whole and the client took it
 * - `cut` the provider's connection broke before that
 * - `aborted` the client left first
 * - `unreachable` the provider could not be reached
 * - `unreadable` a body could not be decoded, or is larger than any that is read: it was not kept
 */
export type Outcome = "complete" | "cut" | "aborted" | "unreachable" | "unreadable";

/** One header as sent: name in its original spelling, value. */
export type Header = readonly [name: string, value: string];

/** The value of the first header with that lower-case name; null without one. */
export function headerOf(headers: readonly Header[], name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}

export type RecordedResponse = {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Buffer;
  /** False where the recorder says that the counters in `body` are made up (a scripted server). */
  readonly usageIsReal: boolean;
};

/** A: raw bytes. B: parsed JSON only, so rendered checks at most. C: usage and transcript only. */
export type Fidelity = "A" | "B" | "C";

/** An ordered set of exchanges, read on demand so that a long recording never sits in memory whole. */
export type Recording = {
  /** How messages name it: the path as the user gave it. */
  readonly name: string;
  readonly format: RecordingFormat;
  /** Ids in the order in which they were sent, if every exchange has a time; else as they were stored. */
  readonly ids: readonly string[];
  /** The number of exchanges that were stored after one that was sent later and were moved to their place; absent for 0. */
  readonly reordered?: number;
  /** Where an exchange is stored among the others, from 0; absent if the recording does not say it. */
  readonly storedAt?: (id: string) => number | null;
  /** The parents that the recording names, by child; absent where its format has no word for them. */
  readonly forkOf?: ReadonlyMap<string, string>;
  /** When each request was sent, in epoch milliseconds; absent unless every exchange says it. */
  readonly sentAtMs?: (id: string) => number | null;
  /** Whose clock the time of an exchange was read from, as a number; absent if one recorder wrote all of them. */
  readonly clockOf?: (id: string) => number | null;
  /** Reads one exchange; throws HarnessError HX2xx where it cannot be read exactly. */
  readonly load: (id: string) => Exchange;
  /** The same, but null for a damaged exchange, which the recording then counts. Absent if every exchange must be readable. */
  readonly loadReadable?: (id: string) => Exchange | null;
  /** The damaged lines that were met so far. */
  readonly damaged?: () => readonly DamagedLine[];
};

/** `imported` is read in another tool's format; `several` are recordings that were put together. */
export type RecordingFormat = "cassette" | "traffic" | "ground-truth" | "imported" | "several";

/** A line, or a file, that cannot be read. */
export type DamagedLine = {
  readonly where: string;
  readonly what: string;
  /** True for a last line without its line feed, and for a file that ends early: it may still be being written. */
  readonly isUnfinished: boolean;
  /** A compressed file whose end is missing: how much is missing with it is unknown. Absent for a line. */
  readonly endsEarly?: true;
};
