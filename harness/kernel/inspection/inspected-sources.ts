import { sum } from "../numbers.ts";
import type { DamagedLine } from "../exchange.ts";

/** Entries of one kind that a recording holds and that were not read as requests. */
export type LeftOut = { readonly count: number; readonly what: string };

/** Which files an inspection has read. */
export type InspectedSources = {
  /** As the user named them. */
  readonly name: string;
  readonly files: readonly {
    readonly name: string;
    readonly format: string;
    readonly requests: number;
    /** How many of these were left out, as copies of an exchange in this file or an earlier one; absent for 0. */
    readonly copies?: number;
    /** Responses of a batch that count as those of the requests in another file, and not as requests here; absent for 0. */
    readonly joined?: number;
    /** Requests of a batch that failed without a response, and are not requests here; absent for 0. */
    readonly failed?: number;
    /** Its other entries, such as those without a request body; absent if it has only requests. */
    readonly leftOut?: readonly LeftOut[];
    /** Of the file as it lies on disk, or of a cassette's document; null if it cannot be read again. Absent unless it was asked for. */
    readonly sha256?: string | null;
  }[];
  /** Requests that `--follow` showed, at least so many, and that the file no longer holds: it was rotated or cut. Absent for 0. */
  readonly lost?: number;
  /** Options that chose the rules of the verdicts; absent without one. */
  readonly options?: readonly string[];
  /** Lines that were left out, and why. */
  readonly damaged: readonly DamagedLine[];
  /** Files of a folder that are not recordings. */
  readonly passedOver: readonly { readonly name: string; readonly why: string }[];
};

/** How many exchanges were left out in all, as copies of others. */
export function copiesIn({ files }: InspectedSources): number {
  return sum(files.map(({ copies = 0 }) => copies));
}
