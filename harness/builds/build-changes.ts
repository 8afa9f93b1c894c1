import type { FindingCode } from "../kernel/finding.ts";
import type { BuildChange, BuildFigures } from "../kernel/inspection/build-comparison.ts";
import { pluralize } from "../kernel/text/format-count.ts";

/** How much of the first build has no counterpart in the second. */
type Gone = { readonly conversations: number; readonly requests: number };

/** The changes between two builds. */
export function buildChanges(
  { before, after }: Readonly<Record<"before" | "after", BuildFigures>>,
  gone: Gone,
): readonly BuildChange[] {
  return [
    ...vanished(gone),
    ...nothingCompared(before, after),
    ...causeChanges(before, after),
    ...breakChanges(before, after),
    ...doubtChanges(before, after),
    ...figureChanges(before, after),
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

function doubtChanges({ suspected: was }: BuildFigures, { suspected: is }: BuildFigures): readonly BuildChange[] {
  if (was === is) return [];
  return [{ what: "doubts", isWorse: is > was, text: `possible breaks ${was} -> ${is}` }];
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

function figureChanges(before: BuildFigures, after: BuildFigures): readonly BuildChange[] {
  const changes: BuildChange[] = [];
  const [oldRatio, newRatio] = [before.ratio, after.ratio];
  const [oldUsd, newUsd] = [before.usdPerThousand, after.usdPerThousand];
  // A shorter prompt costs less, and less of it is read.
  const isCheaper = oldUsd !== null && newUsd !== null && newUsd < (1 - COST_NOISE) * oldUsd;
  if (oldRatio !== null && newRatio !== null && Math.abs(newRatio - oldRatio) >= RATIO_NOISE)
    changes.push({
      what: "ratio",
      isWorse: newRatio < oldRatio && !isCheaper,
      text: `ratio ${percent(oldRatio)} -> ${percent(newRatio)}`,
    });
  // A figure that was known and is not any more cannot be called as good.
  if (oldRatio !== null && newRatio === null)
    changes.push({ what: "ratio", isWorse: true, text: `ratio ${percent(oldRatio)} -> unknown` });
  if (oldUsd !== null && newUsd !== null && Math.abs(newUsd - oldUsd) > COST_NOISE * oldUsd)
    changes.push({
      what: "cost",
      isWorse: newUsd > oldUsd,
      text: `cost of 1,000 requests $${oldUsd.toFixed(2)} -> $${newUsd.toFixed(2)}`,
    });
  for (const segment of ["tools", "system", "messages"] as const) {
    const [was, is] = [before.breakpoints[segment], after.breakpoints[segment]];
    if (Math.abs(was - is) >= 0.05)
      changes.push({
        what: "breakpoints",
        isWorse: false,
        text: `breakpoints per request in ${segment} ${was.toFixed(2)} -> ${is.toFixed(2)}`,
      });
  }
  return changes;
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}
