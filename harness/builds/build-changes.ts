import { usdText } from "../kernel/text/usd-text.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { BuildChange, BuildFigures } from "../kernel/inspection/build-comparison.ts";
import type { ComparedFigures } from "./build-figures.ts";
import { type KnownShift, unknownChanges } from "./known-shifts.ts";
import { pluralize } from "../kernel/text/format-count.ts";

/** How much of the first build has no counterpart in the second. */
type Gone = { readonly conversations: number; readonly requests: number };

/** The changes between two builds. */
export function buildChanges(
  { all: { before, after }, client, shifts }: ComparedFigures,
  gone: Gone,
): readonly BuildChange[] {
  return [
    ...vanished(gone),
    ...nothingCompared(before, after),
    ...causeChanges(before, after),
    ...breakChanges(before, after),
    ...doubtChanges([before, after], client),
    ...unknownChanges(shifts),
    ...(isCompared(shifts, "ratio") ? ratioChanges([before, after], client) : []),
    ...(isCompared(shifts, "cost") ? costChanges([before, after], client) : []),
    ...breakpointChanges(before, after),
  ];
}

/** What the second build does not have was not compared: that cannot be called as good. */
function vanished({ conversations, requests }: Gone): readonly BuildChange[] {
  return [
    ...vanishedOf("conversations", conversations, "conversation"),
    ...vanishedOf("requests", requests, "request"),
  ];
}

function vanishedOf(what: BuildChange["what"], count: number, noun: string): readonly BuildChange[] {
  return count === 0 ? [] : [{ what, isWorse: true, text: `${pluralize(count, noun)} vanished` }];
}

/** One that stops behind its first requests has nothing to break. */
function nothingCompared(before: BuildFigures, after: BuildFigures): readonly BuildChange[] {
  if (before.compared === 0 || after.compared > 0) return [];
  return [{ what: "requests", isWorse: true, text: "no request behind the first of a conversation has a counterpart" }];
}

type Figures = readonly [before: BuildFigures, after: BuildFigures];

/** Doubts about requests that both clients sent alike are due to what came back. */
function doubtChanges(
  [{ suspected: was }, { suspected: is }]: Figures,
  { before, after }: ComparedFigures["client"],
): readonly BuildChange[] {
  const isWorse = after.suspected > before.suspected;
  if (was === is && !isWorse) return [];
  return [{ what: "doubts", isWorse, ...outside(is > was && !isWorse), text: `possible breaks ${was} -> ${is}` }];
}

/** What is worse, though not by the client. */
function outside(isOutside: boolean): { readonly isOutside?: true } {
  return isOutside ? { isOutside } : {};
}

function causeChanges({ causes: before }: BuildFigures, { causes: after }: BuildFigures): readonly BuildChange[] {
  const codes = [...new Set([...keysOf(before), ...keysOf(after)])].sort();
  return codes.flatMap((code): readonly BuildChange[] => {
    const [was, is] = [before[code] ?? 0, after[code] ?? 0];
    // A cause that stays is counted among the breaks.
    if (was > 0 && is > 0) return [];
    return [{ what: "cause", isWorse: is > 0, text: `${code} in ${was} -> ${pluralize(is, "request")}` }];
  });
}

function keysOf(causes: BuildFigures["causes"]): readonly FindingCode[] {
  return Object.keys(causes).filter((code): code is FindingCode => code.startsWith("CB"));
}

function breakChanges(before: BuildFigures, after: BuildFigures): readonly BuildChange[] {
  const share = ({ broken, compared }: BuildFigures): number => (compared === 0 ? 0 : broken / compared);
  const text = ({ broken, compared }: BuildFigures): string => `${broken} of ${compared}`;
  if (share(before) === share(after)) return [];
  return [{ what: "breaks", isWorse: share(after) > share(before), text: `broken ${text(before)} -> ${text(after)}` }];
}

/** Less is noise: answers differ from run to run, and so do the lengths of the prompts behind them. */
const RATIO_NOISE = 0.01;
const COST_NOISE = 0.02;

/** Without a request that has the figure in both recordings, their figures are of different requests. */
function isCompared(shifts: readonly KnownShift[], figure: "ratio" | "cost"): boolean {
  return shifts.some((shift) => shift.figure === figure && shift.both > 0);
}

type Usd = Pick<BuildFigures, "usdPerThousand">;
type Ratios = Usd & Pick<BuildFigures, "ratio">;

function ratioChanges([before, after]: Figures, client: ComparedFigures["client"]): readonly BuildChange[] {
  const [was, is] = [before.ratio, after.ratio];
  if (was === null || is === null) return [];
  const text = `ratio ${percent(was)} -> ${percent(is)}`;
  const hasMoved = Math.abs(is - was) >= RATIO_NOISE;
  const hidden = `ratio without losses outside the client ${percent(client.before.ratio)} -> ${percent(client.after.ratio)}`;
  const worse = { all: isRatioWorse(before, after), client: isRatioWorse(client.before, client.after) };
  return figureChanges("ratio", worse, { text: hasMoved ? text : null, hidden });
}

/** A shorter prompt costs less, and less of it is read. */
function isRatioWorse(before: Ratios, after: Ratios): boolean {
  const [was, is] = [before.ratio, after.ratio];
  if (was === null || is === null || was - is < RATIO_NOISE) return false;
  const [oldUsd, newUsd] = [before.usdPerThousand, after.usdPerThousand];
  return oldUsd === null || newUsd === null || newUsd >= (1 - COST_NOISE) * oldUsd;
}

function costChanges([before, after]: Figures, client: ComparedFigures["client"]): readonly BuildChange[] {
  const [was, is] = [before.usdPerThousand, after.usdPerThousand];
  if (was === null || is === null) return [];
  const hasMoved = Math.abs(is - was) > COST_NOISE * was;
  const text = `cost of 1,000 requests ${usdText(was)} -> ${usdText(is)}`;
  const [own, ownIs] = [client.before.usdPerThousand ?? 0, client.after.usdPerThousand ?? 0];
  const hidden = `cost of 1,000 requests without losses outside the client ${usdText(own)} -> ${usdText(ownIs)}`;
  const worse = { all: isCostWorse(before, after), client: isCostWorse(client.before, client.after) };
  return figureChanges("cost", worse, { text: hasMoved ? text : null, hidden });
}

function isCostWorse({ usdPerThousand: was }: Usd, { usdPerThousand: is }: Usd): boolean {
  return was !== null && is !== null && is - was > COST_NOISE * was;
}

/** How a figure changed, if it did; and how it changed for the client, if losses outside it hide that. */
function figureChanges(
  what: "ratio" | "cost",
  worse: { readonly all: boolean; readonly client: boolean },
  { text, hidden }: { readonly text: string | null; readonly hidden: string },
): readonly BuildChange[] {
  return [
    ...(text === null
      ? []
      : [{ what, isWorse: worse.all && worse.client, ...outside(worse.all && !worse.client), text }]),
    ...(worse.client && !worse.all ? [{ what, isWorse: true, text: hidden }] : []),
  ];
}

function breakpointChanges(
  { breakpoints: before }: BuildFigures,
  { breakpoints: after }: BuildFigures,
): readonly BuildChange[] {
  return (["tools", "system", "messages"] as const).flatMap((segment): readonly BuildChange[] => {
    const [was, is] = [before[segment], after[segment]];
    if (Math.abs(was - is) < 0.05) return [];
    const text = `breakpoints per request in ${segment} ${was.toFixed(2)} -> ${is.toFixed(2)}`;
    return [{ what: "breakpoints", isWorse: false, text }];
  });
}

function percent(ratio: number | null): string {
  return ratio === null ? "unknown" : `${(ratio * 100).toFixed(1)} %`;
}
