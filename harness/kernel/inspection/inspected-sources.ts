import { sum } from "../numbers.ts";
import type { DamagedLine } from "../exchange.ts";

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
    /** Of the file as it lies on disk, or of a cassette's document; null if it cannot be read again. Absent unless it was asked for. */
    readonly sha256?: string | null;
  }[];
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
