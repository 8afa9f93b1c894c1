import { servedWith, type Times } from "../../break-cost/counterfactual.ts";
import type { ContinuedPair } from "../../break-cost/continued-pair.ts";
import type { PredictedUsage } from "../../cache-model/predicted-usage.ts";
import type { Reach } from "../../break-cost/readable-reach.ts";
import type { CauseCost } from "../../kernel/breaks/break-cost.ts";

/** A cause, or one that another masks, with what it leaves readable. */
export type Fault = Pick<CauseCost, "code" | "pointer" | "role"> & { readonly reach: Reach };

/** An entry that a request before the child left: the causes between the two, and what the child is served despite some of them. */
export type ReadableEntry = {
  readonly faults: readonly Fault[];
  readonly servedWith: (left: readonly Fault[]) => PredictedUsage;
};

/** The entries that a child may read: its parent's first, then those of requests before its parent. */
export type ReadableEntries = () => readonly [ReadableEntry, ...ReadableEntry[]];

export function entryOf(faults: readonly Fault[], pair: ContinuedPair, times: Times): ReadableEntry {
  const all = faults.map(({ reach }) => reach);
  const reaches = (left: readonly Fault[]) => left.map(({ reach }) => reach);
  return { faults, servedWith: (left) => servedWith(reaches(left), all, pair, times) };
}

/**
 * What a child is served despite the causes that stay. Where two forms of a prompt alternate, it is the entry of its grandparent that it reads.
 */
export function servedDespite(entries: ReadableEntries, stays: (fault: Fault) => boolean): PredictedUsage {
  const [own, ...others] = entries();
  const served = (entry: ReadableEntry): PredictedUsage => entry.servedWith(entry.faults.filter(stays));
  return others.map(served).reduce((best, each) => (each.read > best.read ? each : best), served(own));
}
