import { sumUsage } from "../incidents/sum-usage.ts";
import { breakOrigin } from "../kernel/breaks/break-origin.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { BuildFigures } from "../kernel/inspection/build-comparison.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import { standings } from "../verdict/roots/exchange-standing.ts";
import type { Build } from "./build.ts";
import type { MatchedRequests } from "./match-requests.ts";

type Side = "before" | "after";

/** The figures of both builds over the requests that have a counterpart: conversations of other lengths have other figures. */
export function figuresOf(
  builds: Readonly<Record<Side, Build>>,
  pairs: readonly MatchedRequests[],
): Readonly<Record<Side, BuildFigures>> {
  const [old, now] = [byId(builds.before), byId(builds.after)];
  const exchanges = pairs.flatMap(({ before, after }): readonly Compared[] => {
    const [was, is] = [old.get(before.id), now.get(after.id)];
    return was === undefined || is === undefined ? [] : [{ before: was, after: is }];
  });
  return { before: figures("before", builds.before, exchanges), after: figures("after", builds.after, exchanges) };
}

type Compared = Readonly<Record<Side, InspectedExchange>>;

function byId({ judged }: Build): ReadonlyMap<string, InspectedExchange> {
  return new Map(judged.exchanges.map((each) => [each.id, each]));
}

function figures(side: Side, { recording, judged, sketch }: Build, pairs: readonly Compared[]): BuildFigures {
  const codesOf = ownCodes(judged.exchanges);
  const matched = pairs.map((pair) => pair[side]);
  const isMatched = new Set(matched.map(({ id }) => id));
  const broken = matched.filter((each) => codesOf(each).length > 0);
  return {
    name: recording.name,
    requests: judged.totals.requests,
    conversations: judged.totals.conversations,
    unmatchedCauses: counted(judged.exchanges.filter(({ id }) => !isMatched.has(id)).flatMap(codesOf)),
    compared: matched.filter(({ parent, unread }) => parent !== null && unread === null).length,
    broken: broken.length,
    suspected: matched.filter(({ suspected }) => suspected.length > 0).length,
    causes: counted(broken.flatMap(codesOf)),
    ratio: sumUsage(known(pairs, (each) => sumUsage([each]).ratio !== null).map((pair) => pair[side])).ratio,
    usdPerThousand: sumUsage(known(pairs, ({ usd }) => usd !== null).map((pair) => pair[side])).usdPerThousand,
    breakpoints: breakpoints(matched.flatMap(({ id }) => sketch.requestOf(id) ?? [])),
  };
}

/** The causes on each exchange that the client could have prevented. */
function ownCodes(exchanges: readonly InspectedExchange[]): (exchange: InspectedExchange) => readonly FindingCode[] {
  const standingOf = standings(exchanges);
  return (exchange) => {
    if (exchange.relation === "fresh") return [];
    const own = exchange.findings.filter(
      ({ role, code }) => role !== "note" && breakOrigin(code, standingOf(exchange)) === "ours",
    );
    return [...new Set(own.map(({ code }) => code))];
  };
}

function counted(codes: readonly FindingCode[]): BuildFigures["causes"] {
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
}

/** Pairs of which both are known; without such a pair all of them, so that a figure that only one build has is not lost. */
function known(pairs: readonly Compared[], isKnown: (exchange: InspectedExchange) => boolean): readonly Compared[] {
  const both = pairs.filter(({ before, after }) => isKnown(before) && isKnown(after));
  return both.length > 0 ? both : pairs;
}

function breakpoints(
  requests: readonly { readonly breakpoints: BuildFigures["breakpoints"] }[],
): BuildFigures["breakpoints"] {
  const per = (segment: keyof BuildFigures["breakpoints"]): number =>
    requests.length === 0 ? 0 : requests.reduce((sum, each) => sum + each.breakpoints[segment], 0) / requests.length;
  return { tools: per("tools"), system: per("system"), messages: per("messages") };
}
