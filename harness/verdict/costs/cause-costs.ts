import type { ContinuedPair } from "../../break-cost/continued-pair.ts";
import { servedWith, type Times } from "../../break-cost/counterfactual.ts";
import { type Reach, reachOf } from "../../break-cost/readable-reach.ts";
import type { PairPlay } from "../../cache-model/play-pair.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import type { BreakCost, CauseCost, FixedBreak, Fixes } from "../../kernel/breaks/break-cost.ts";
import type { Finding } from "../../kernel/finding.ts";
import { promptOf, withRead } from "./paid-prompt.ts";
import type { PairLengths } from "./pair-lengths.ts";

/** A pair as its cache plays it. */
type PlayedPair = { readonly lengths: PairLengths; readonly pair: ContinuedPair; readonly times: Times };

/** A cause, or one that another masks, with what it leaves readable. */
export type Fault = Pick<CauseCost, "code" | "pointer" | "role"> & { readonly reach: Reach };

/**
 * The readable tokens that the provider did not serve despite the causes, as both responses report. Empty if a setting decides how
 * many are readable.
 */
export function shortRead(
  { prompt, grade }: Pick<BreakCost, "prompt" | "grade">,
  faults: readonly Fault[],
  { pair, times, lengths }: PlayedPair,
  play: PairPlay,
): readonly CauseCost[] {
  const isOfBlocks = faults.every(
    ({ code, reach }) => /^CB[2-5]/.test(code) && reach.by !== "time" && reach.by !== "provider",
  );
  if (!isOfBlocks || !servesExactly(play) || !lengths.isStoredTold || grade === "estimate") return [];
  const all = faults.map(({ reach }) => reach);
  const left = servedWith(all, all, pair, times).read;
  const missed = left - prompt.read;
  if (missed <= Math.max(tolerance(play, left), left * ESTIMATED)) return [];
  const served = withRead(prompt, missed);
  return [
    {
      code: "CB705",
      role: "cause",
      origin: null,
      pointer: null,
      savesTokens: missed,
      broken: prompt,
      fixed: served,
      savesUsd: null,
    },
  ];
}

/** Whether the provider stores a prefix on request, and serves all of a stored prefix. */
function servesExactly({ rules }: PairPlay): boolean {
  switch (rules.engine) {
    case "marked-blocks":
      return !rules.storesEveryBlock.value;
    case "boundaries":
      return true;
    case "shared-prefix":
      return rules.share.value === 1;
  }
}

function isSameReach(one: Reach, other: Reach): boolean {
  return one.by === other.by && (one.by !== "blocks" || (other.by === "blocks" && one.links === other.links));
}

/** Causes, and what they mask. */
export function faultsOf(findings: readonly Finding[], { comparison }: Evidence, play: PairPlay): readonly Fault[] {
  return findings.flatMap((finding) => {
    const { code, pointer, role } = finding;
    if (role !== "cause" && role !== "masked") return [];
    return [{ code, pointer, role, reach: reachOf(finding, comparison.parent, play.stored) }];
  });
}

/** The saving from fixing one fault while all others stay. */
export function savedAlone(fault: Fault, faults: readonly Fault[], { pair, times }: PlayedPair): CauseCost {
  const { code, pointer, role } = fault;
  const all = faults.map(({ reach }) => reach);
  const broken = servedWith(all, all, pair, times);
  // Two codes for one place (tools that came, and tools that flap) are one fault.
  const others = faults.map(({ reach }) => reach).filter((reach) => !isSameReach(reach, fault.reach));
  const fixed = servedWith(others, all, pair, times);
  const savesTokens = Math.max(0, fixed.read - broken.read);
  const prompts = { broken: promptOf(broken), fixed: promptOf(fixed) };
  return { code, role, origin: null, pointer, savesTokens, ...prompts, savesUsd: null };
}

/** The saving from fixing some causes together while the others stay; null if there is no such cause here. */
export function fixedTogether(
  fixes: Fixes,
  faults: readonly Fault[],
  cost: Omit<BreakCost, "causes">,
  { pair, times }: PlayedPair,
): FixedBreak | null {
  const isFixed = ({ code }: Fault): boolean => fixes(code);
  const codes = [...new Set(faults.filter(isFixed).map(({ code }) => code))];
  if (codes.length === 0) return null;
  const left = faults.filter((fault) => !isFixed(fault)).map(({ reach }) => reach);
  if (left.length === 0) {
    const { prompt: from, unbroken: to, lostTokens: savesTokens } = cost;
    return { codes, isWhole: true, from, to, savesTokens, savesUsd: null };
  }
  const all = faults.map(({ reach }) => reach);
  const [broken, fixed] = [servedWith(all, all, pair, times), servedWith(left, all, pair, times)];
  const savesTokens = Math.max(0, fixed.read - broken.read);
  return { codes, isWhole: false, from: promptOf(broken), to: promptOf(fixed), savesTokens, savesUsd: null };
}

/** Entries are served whole. No response reports where the units of a shared prefix end. */
export function tolerance({ rules, asked }: PairPlay, read: number): number {
  return rules.engine === "shared-prefix" ? Math.max(asked.stepTokens ?? rules.stepTokens.value, read * ROUNDED) : 0;
}

const ROUNDED = 0.05;

/** The end of what a cause leaves lies inside the prefix, where its length is our estimate: a smaller gap does not show a loss. */
const ESTIMATED = 0.15;
