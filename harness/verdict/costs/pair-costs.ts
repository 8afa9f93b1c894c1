import type { Evidence } from "../../diagnosis/evidence.ts";
import type { BreakCost, Fixes } from "../../kernel/breaks/break-cost.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Finding } from "../../kernel/finding.ts";
import { type JudgedBreak, judgeBreak, readableEntry, type UnbrokenParent, unservedBreak } from "./judge-break.ts";
import type { PairLengths } from "./pair-lengths.ts";
import type { ReadableEntry } from "./readable-entries.ts";
import { whyUnanswered } from "./why-unanswered.ts";

/** What the breaks of a pair cost. */
export type PairCosts = {
  /** `earlier` are the entries that requests before the parent left for the child. */
  readonly costOf: (
    findings: readonly Finding[],
    before?: UnbrokenParent,
    earlier?: () => readonly ReadableEntry[],
  ) => JudgedBreak | null;
  /** The entry that the parent left for the child; null if that is unknown. */
  readonly entry: () => ReadableEntry | null;
  /**
   * Without a cause: the part of the parent's entry that the provider did not serve. Null if it served all, or if that is
   * unknown.
   */
  readonly unserved: (findings: readonly Finding[]) => BreakCost | null;
};

type CostedPair = {
  readonly parent: Exchange;
  readonly child: Exchange;
  readonly at?: string;
  readonly fixes?: Fixes;
};

/** The facts that costs are made of, found when they are asked for. */
type PairReadings = {
  readonly evidence: () => Evidence;
  readonly findings: () => readonly Finding[];
  readonly lengths: () => PairLengths | null;
};

/** A refused request read nothing, and was not paid for. The cost of one that got no answer is unknown. */
export function pairCosts(
  { parent, child, fixes, at: end }: CostedPair,
  { evidence, findings, lengths }: PairReadings,
): PairCosts {
  const at = end ?? null;
  const isUnanswered = whyUnanswered(child) !== null;
  const isUnpriced = isUnanswered || whyUnanswered(parent) === "no-answer";
  return {
    costOf: (causes, before, earlier) =>
      isUnpriced ? null : judgeBreak(evidence(), causes, lengths, { at, before, fixes, earlier }),
    entry: () => (whyUnanswered(parent) === null ? readableEntry(evidence(), findings(), lengths()) : null),
    unserved: (causes) => (isUnanswered ? null : unservedBreak(evidence(), causes, lengths, at)),
  };
}
