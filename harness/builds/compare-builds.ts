import { sumUsage } from "../incidents/sum-usage.ts";
import { breakOrigin } from "../kernel/breaks/break-origin.ts";
import type {
  BuildChange,
  BuildComparison,
  BuildDifference,
  BuildFigures,
} from "../kernel/inspection/build-comparison.ts";
import type { Recording } from "../kernel/exchange.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { InspectedExchange, JudgedRecording } from "../kernel/inspection/inspection.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { judge } from "../verdict/judge.ts";
import { standings } from "../verdict/roots/exchange-standing.ts";
import { beginAlike } from "./begin-alike.ts";
import type { BuildSketch, SketchedRoot } from "./build-sketch.ts";
import { differingHeaders } from "./differing-headers.ts";
import { matchConversations, type MatchedRoots } from "./match-conversations.ts";

/** One of two recordings: judged, priced and sketched. */
export type Build = { readonly recording: Recording; readonly judged: JudgedRecording; readonly sketch: BuildSketch };

/** How a change of an agent shows in its traffic. Null if the two recordings share no conversation. */
export function compareBuilds(before: Build, after: Build): BuildComparison | null {
  const [oldRoots, newRoots] = [rootsOf(before), rootsOf(after)];
  const matched = matchConversations(oldRoots, newRoots, ({ id }, other) =>
    beginAlike(before.recording.load(id), after.recording.load(other.id)),
  );
  if (matched.length === 0) return null;
  const [old, now] = [figuresOf(before), figuresOf(after)];
  return {
    schema: "forkproof/build-comparison@1",
    before: old,
    after: now,
    conversations: {
      matched: matched.length,
      byPosition: matched.filter(({ by }) => by === "position").length,
      onlyBefore: oldRoots.length - matched.length,
      onlyAfter: newRoots.length - matched.length,
    },
    firstDifference: firstDifference(matched, before.recording, after.recording),
    headers: differingHeaders(oldRoots, newRoots),
    changes: [...vanished(oldRoots.length - matched.length), ...changesOf(old, now)],
  };
}

function rootsOf({ judged, sketch }: Build): readonly SketchedRoot[] {
  return judged.exchanges.flatMap(({ id, relation }) => (relation === "root" ? (sketch.rootOf(id) ?? []) : []));
}

function figuresOf({ recording, judged, sketch }: Build): BuildFigures {
  const { exchanges, totals } = judged;
  const standingOf = standings(exchanges);
  const ours = (exchange: InspectedExchange): readonly FindingCode[] =>
    exchange.relation === "fresh"
      ? []
      : exchange.findings
          .filter(({ role, code }) => role !== "note" && breakOrigin(code, standingOf(exchange)) === "ours")
          .map(({ code }) => code);
  const compared = exchanges.filter(({ parent, unread }) => parent !== null && unread === null);
  const codes = exchanges.map((exchange) => [...new Set(ours(exchange))]);
  const causes = Object.fromEntries(
    [...Map.groupBy(codes.flat(), (code) => code)].map(([code, all]) => [code, all.length]),
  );
  return {
    name: recording.name,
    requests: totals.requests,
    conversations: totals.conversations,
    compared: compared.length,
    broken: codes.filter((each) => each.length > 0).length,
    suspected: totals.suspected,
    causes,
    ...sumUsage(exchanges),
    breakpoints: sketch.breakpoints(),
  };
}

/** The first requests of matched conversations, held against each other as a parent and its fork would be. */
function firstDifference(
  matched: readonly MatchedRoots[],
  before: Recording,
  after: Recording,
): BuildDifference | null {
  const differing = matched.flatMap((pair) => {
    const { divergence } = judge({ parent: before.load(pair.before.id), child: after.load(pair.after.id) });
    return divergence === null ? [] : [{ before: pair.before.id, after: pair.after.id, divergence }];
  });
  const [first] = differing;
  return first === undefined ? null : { ...first, conversations: differing.length };
}

/** Less is noise: answers differ from run to run, and so do the lengths of the prompts behind them. */
const RATIO_NOISE = 0.01;
const COST_NOISE = 0.02;

function changesOf(before: BuildFigures, after: BuildFigures): readonly BuildChange[] {
  return [
    ...causeChanges(before, after),
    ...breakChanges(before, after),
    ...doubtChanges(before, after),
    ...figureChanges(before, after),
  ];
}

/** A conversation that the second build does not have was not compared: that cannot be called as good. */
function vanished(conversations: number): readonly BuildChange[] {
  if (conversations === 0) return [];
  return [{ what: "conversations", isWorse: true, text: `${pluralize(conversations, "conversation")} vanished` }];
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

function figureChanges(before: BuildFigures, after: BuildFigures): readonly BuildChange[] {
  const changes: BuildChange[] = [];
  const [oldRatio, newRatio] = [before.ratio, after.ratio];
  if (oldRatio !== null && newRatio !== null && Math.abs(newRatio - oldRatio) >= RATIO_NOISE)
    changes.push({
      what: "ratio",
      isWorse: newRatio < oldRatio,
      text: `ratio ${percent(oldRatio)} -> ${percent(newRatio)}`,
    });
  // A figure that was known and is not any more cannot be called as good.
  if (oldRatio !== null && newRatio === null)
    changes.push({ what: "ratio", isWorse: true, text: `ratio ${percent(oldRatio)} -> unknown` });
  const [oldUsd, newUsd] = [before.usdPerThousand, after.usdPerThousand];
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
