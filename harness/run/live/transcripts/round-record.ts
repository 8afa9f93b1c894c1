import { createHash } from "node:crypto";
import type { LiveExchange } from "../live-provider.ts";
import type { AnsweredBy, RoundEvidence } from "../rounds/round-evidence.ts";

/** The first line of `rounds.jsonl`. */
export type TranscriptHead = {
  /** A digest of what the forks ask. */
  readonly fork: string;
  readonly by: AnsweredBy;
};

/** A round without its bodies, which the cassette holds. */
export type RoundRecord = Omit<RoundEvidence, "parent" | "exchanges"> & {
  readonly round: number;
  /** Whether every fork was answered. Other rounds run again. */
  readonly isWhole: boolean;
  readonly parent: KeptExchange;
  readonly exchanges: readonly (KeptExchange & Omit<LiveExchange, "exchange" | "usage">)[];
};

/** An exchange by its id in the cassette, and its id in the run. */
export type KeptExchange = { readonly kept: string; readonly id: string };

/**
 * A grade, by a digest of the question. It stands in `grades.jsonl` of the run, for all its jobs. `usd` is what it cost; null or
 * missing if that is unknown.
 */
export type KeptGrade = {
  readonly key: string;
  readonly score: number;
  readonly why: string | null;
  readonly usd?: number | null;
};

/** A line for `rounds.jsonl` or `grades.jsonl`: the record after a digest of its text, which shows that we wrote it, and wrote it whole. */
export function encodeRecord(record: TranscriptHead | RoundRecord | KeptGrade): string {
  const text = JSON.stringify(record);
  return `${digestOf(text)} ${text}\n`;
}

/** A line's record; null for a line that was cut or changed. */
export function decodeHead(line: string): TranscriptHead | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- The digest shows that `encodeRecord` wrote it.
  return decode(line) as TranscriptHead | null;
}

/** As `decodeHead`, for the other lines. */
export function decodeRecord(line: string): RoundRecord | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- The digest shows that `encodeRecord` wrote it.
  return decode(line) as RoundRecord | null;
}

/** As `decodeHead`, for the lines of `grades.jsonl`. */
export function decodeGrade(line: string): KeptGrade | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- The digest shows that `encodeRecord` wrote it.
  return decode(line) as KeptGrade | null;
}

function decode(line: string): unknown {
  const text = line.slice(DIGITS + 1);
  return line.slice(0, DIGITS) === digestOf(text) ? JSON.parse(text) : null;
}

const DIGITS = 16;

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, DIGITS);
}
