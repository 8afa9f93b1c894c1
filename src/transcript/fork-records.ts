import type { TokenUsage } from "../wire/token-usage.ts";

/** Where runs are recorded that are not to stay invisible. */
export type ForkRecords = {
  /** Begins the record of a run. Throws if it cannot be written: nothing has been sent then. */
  readonly begin: (run: RunStart) => RunRecord;
};

export type RunStart = {
  readonly runId: string;
  readonly label: string;
  /** Run id of the fork that started this one; null if the top agent did. */
  readonly parent: string | null;
  /** The feature that asked for the fork, such as `auto_dream`. */
  readonly source: string;
  readonly mode: string;
  /** Milliseconds since the epoch, here and below. */
  readonly startedMs: number;
};

/** The record of one run, written as it goes: a crash loses nothing that was added. */
export type RunRecord = {
  readonly add: (entry: TranscriptEntry) => void;
  readonly finish: (end: RunEnd) => void;
};

export type RunEnd = {
  /** The stop cause, such as `completed` or `timeout`. */
  readonly status: string;
  /** Why, where the stop cause does not say it: the provider's error, the reason of an abort, the limit of a timeout. */
  readonly reason: string | null;
  readonly turns: number;
  readonly usage: TokenUsage;
  readonly endedMs: number;
};

/** One line of a transcript. `message` is the raw element as text, since parsing and writing it would change it. */
export type TranscriptEntry =
  | { readonly type: "start"; readonly run: RunStart }
  | { readonly type: "message"; readonly turn: number; readonly role: string; readonly message: string }
  | { readonly type: "decision"; readonly turn: number; readonly decision: object }
  | { readonly type: "turn"; readonly turn: number; readonly usage: TokenUsage; readonly stopReason: string | null }
  | { readonly type: "end"; readonly end: RunEnd };
