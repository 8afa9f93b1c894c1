import { linksBefore } from "../../cache-model/prompt/links-before.ts";
import type { PairPlay } from "../../cache-model/play-pair.ts";
import { predictedLongWrite } from "../../cache-model/write-lifetimes.ts";
import type { SideEvidence } from "../../diagnosis/side-evidence.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import { type CountedExchange, usageContradiction } from "../../diagnosis/facts/usage-contradiction.ts";
import { reportedStore } from "../../diagnosis/facts/served-prefix.ts";
import { holdsTokens } from "../../wires/shared/usage/most-tokens.ts";
import { promptTokens } from "../../wires/shared/usage/observed-ratio.ts";
import type { Usage } from "../../kernel/usage.ts";
import { storedNothing } from "./stored-nothing.ts";

/** Tokens of the prefix that a child was to share and of both prompts, as far as recorded counters show them. */
export type PairLengths = {
  /** From the head of the parent's prompt to the expected shared end. */
  readonly shared: number;
  /** The part of that which the parent left in the cache; null if it left nothing. */
  readonly stored: number | null;
  /** Of the child's whole prompt, and of its parent's. */
  readonly total: number;
  readonly parentTotal: number;
  /** The part of the child's prompt that the cache model would serve, and the part that it would store. */
  readonly predicted: { readonly read: number; readonly write: number; readonly longWrite: number | null };
  /** Whether the parent's own counters show what it left. */
  readonly isStoredTold: boolean;
  /** Whether a recorded total anchors them. */
  readonly isAnchored: boolean;
};

/**
 * Lengths of a pair. Estimates of one model are off by one factor: a total that either side reports stretches both, and of a
 * side that reports its own nothing but the shares inside it is an estimate. `at` is the parent's first unit that the child need not
 * share; null for its end.
 */
export function pairLengths(evidence: Evidence, play: PairPlay, at: string | null): PairLengths {
  const { parent, child } = evidence;
  const [left, right] = [reportedTotal(parent), reportedTotal(child)];
  const parentScale = scale(left, play.stored.total) ?? scale(right, play.asked.total) ?? 1;
  const childScale = scale(right, play.asked.total) ?? parentScale;
  const { links } = play.stored;
  const estimated = links[linksBefore(evidence.comparison.parent, links, at) - 1]?.tokens ?? 0;
  // The entry that the parent reports may extend beyond an earlier fork point.
  const told = at === null && soundUsage(parent) !== null ? reportedStore(evidence, play) : null;
  const shared = Math.max(told ?? 0, Math.round(estimated * parentScale));
  const isEmpty = storedNothing(parent.exchange, play.rules)?.is === "nothing";
  const stored = play.end === null || isEmpty ? null : Math.round(Math.min(play.end.tokens, estimated) * parentScale);
  const { read, write, writeByTtl } = play.prediction.usage;
  const longWrite = predictedLongWrite(writeByTtl);
  return {
    shared,
    stored: told ?? stored,
    isStoredTold: told !== null,
    total: right ?? Math.round(play.asked.total * childScale),
    parentTotal: left ?? Math.round(play.stored.total * parentScale),
    predicted: {
      read: Math.round(read * childScale),
      write: Math.round(write * childScale),
      longWrite: longWrite === null ? null : Math.round(longWrite * childScale),
    },
    isAnchored: left !== null || right !== null,
  };
}

/** The counters of this prompt alone, if they are possible; otherwise null. */
export function soundUsage(side: SideEvidence): Usage | null {
  const { usage } = side.answered();
  return usage === null || !isOfPrompt(side) || usageContradiction(side) !== null ? null : usage;
}

/**
 * Whether counters cover the prompt that the body shows, without a hidden prompt that the provider adds and without inner rounds.
 */
export function isOfPrompt({ answered, layout }: CountedExchange): boolean {
  const { usage, isOnePrompt } = answered();
  const total = usage === null ? null : promptTokens(usage, layout.dialect);
  return isOnePrompt && (total === null || holdsTokens(layout.body, total));
}

function reportedTotal(side: SideEvidence): number | null {
  const usage = soundUsage(side);
  return usage === null ? null : promptTokens(usage, side.layout.dialect);
}

function scale(reported: number | null, estimated: number): number | null {
  return reported === null || reported <= 0 || estimated <= 0 ? null : reported / estimated;
}
