import type { ContinuedPair } from "../../break-cost/continued-pair.ts";
import { servedWith, type Times } from "../../break-cost/counterfactual.ts";
import { type Reach, reachOf } from "../../break-cost/readable-reach.ts";
import type { PairPlay } from "../../cache-model/play-pair.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import type { BreakCost, CauseCost, FixedBreak, Fixes } from "../../kernel/breaks/break-cost.ts";
import type { Finding, FindingCode } from "../../kernel/finding.ts";
import { promptOf, withRead } from "./paid-prompt.ts";
import type { PairLengths } from "./pair-lengths.ts";
import { type Fault, type ReadableEntries, type ReadableEntry, servedDespite } from "./readable-entries.ts";

/** A pair as its cache plays it. */
type PlayedPair = { readonly lengths: PairLengths; readonly pair: ContinuedPair; readonly times: Times };

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
    return [{ code, pointer, role, reach: reachOf(finding, comparison.parent, play) }];
  });
}

/** The saving from fixing one fault while all others stay. */
export function savedAlone({ code, pointer, role, reach }: Fault, entries: ReadableEntries): CauseCost {
  // Two codes for one place (tools that came, and tools that flap) are one fault.
  const stays = (each: Fault): boolean =>
    !isSameReach(each.reach, reach) && !(each.code === code && each.pointer === pointer);
  const [broken, fixed] = [servedDespite(entries, () => true), servedDespite(entries, stays)];
  const savesTokens = Math.max(0, fixed.read - broken.read);
  const prompts = { broken: promptOf(broken), fixed: promptOf(fixed) };
  return { code, role, origin: null, pointer, savesTokens, ...prompts, savesUsd: null };
}

/** The saving from fixing some causes together while the others stay; null if that changes nothing here. */
export function fixedTogether(
  fixes: Fixes,
  cost: Omit<BreakCost, "causes">,
  own: ReadableEntry,
  entries: ReadableEntries,
): FixedBreak | null {
  const stays = ({ code }: Fault): boolean => !fixes(code);
  const codes = fixedCodes(own, stays);
  if (codes.length > 0 && !own.faults.some(stays)) {
    const { prompt: from, unbroken: to, lostTokens: savesTokens } = cost;
    return { codes, isWhole: true, from, to, savesTokens, savesUsd: null };
  }
  const [broken, fixed] = [servedDespite(entries, () => true), servedDespite(entries, stays)];
  const isOlder = cost.prompt.read > broken.read;
  const savesTokens = Math.max(0, fixed.read - Math.max(broken.read, cost.prompt.read));
  const all = codes.length > 0 ? codes : [...new Set(entries().flatMap((entry) => fixedCodes(entry, stays)))];
  if (all.length === 0 || (codes.length === 0 && savesTokens === 0)) return null;
  // What was read is older than every entry looked at.
  const from = isOlder ? cost.prompt : promptOf(broken);
  const to = isOlder && savesTokens === 0 ? from : promptOf(fixed);
  return { codes: all, isWhole: false, from, to, savesTokens, savesUsd: null };
}

function fixedCodes({ faults }: ReadableEntry, stays: (fault: Fault) => boolean): readonly FindingCode[] {
  return [...new Set(faults.filter((fault) => !stays(fault)).map(({ code }) => code))];
}

/** Entries are served whole. No response reports where the units of a shared prefix end. */
export function tolerance({ rules, asked }: PairPlay, read: number): number {
  return rules.engine === "shared-prefix" ? Math.max(asked.stepTokens ?? rules.stepTokens.value, read * ROUNDED) : 0;
}

const ROUNDED = 0.05;

/** The end of what a cause leaves lies inside the prefix, where its length is our estimate: a smaller gap does not show a loss. */
const ESTIMATED = 0.15;
