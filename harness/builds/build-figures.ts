import { sumUsage } from "../incidents/sum-usage.ts";
import { breakOrigin } from "../kernel/breaks/break-origin.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { BuildFigures } from "../kernel/inspection/build-comparison.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import { standings } from "../verdict/roots/exchange-standing.ts";
import type { Build } from "./build.ts";
import {
  bothKnow,
  type ClientFigures,
  clientFigures,
  type Compared,
  hasCost,
  hasRatio,
  type Side,
} from "./client-figures.ts";
import { type KnownShift, knownShifts } from "./known-shifts.ts";
import type { MatchedRequests } from "./match-requests.ts";
import { type LossesOf, outsideLosses, sumLosses } from "./outside-losses.ts";
import type { Alikeness } from "./sent-alike.ts";

/** The figures of both builds: over all that came back, and for the client alone; and which figures only one build has. */
export type ComparedFigures = {
  readonly all: Readonly<Record<Side, BuildFigures>>;
  readonly client: Readonly<Record<Side, ClientFigures>>;
  readonly shifts: readonly KnownShift[];
};

/** The figures of both builds over the requests that have a counterpart: conversations of other lengths have other figures. */
export function figuresOf(
  builds: Readonly<Record<Side, Build>>,
  pairs: readonly MatchedRequests[],
  alikenessOf: (pair: MatchedRequests) => Alikeness,
): ComparedFigures {
  const [old, now] = [byId(builds.before), byId(builds.after)];
  const exchanges = pairs.flatMap((pair): readonly Compared[] => {
    const [was, is] = [old.get(pair.before.id), now.get(pair.after.id)];
    return was === undefined || is === undefined ? [] : [{ before: was, after: is, alike: alikenessOf(pair) }];
  });
  const losses = {
    before: outsideLosses(builds.before.judged.exchanges),
    after: outsideLosses(builds.after.judged.exchanges),
  };
  const all = {
    before: figures("before", builds.before, exchanges, losses.before),
    after: figures("after", builds.after, exchanges, losses.after),
  };
  return { all, client: clientFigures(exchanges, losses), shifts: knownShifts(exchanges) };
}

function byId({ judged }: Build): ReadonlyMap<string, InspectedExchange> {
  return new Map(judged.exchanges.map((each) => [each.id, each]));
}

function figures(
  side: Side,
  { recording, judged, sketch }: Build,
  pairs: readonly Compared[],
  lossesOf: LossesOf,
): BuildFigures {
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
    ratio: sumUsage(known(pairs, hasRatio).map((pair) => pair[side])).ratio,
    usdPerThousand: sumUsage(known(pairs, hasCost).map((pair) => pair[side])).usdPerThousand,
    outside: sumLosses(matched.flatMap(({ id }) => lossesOf(id))),
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
  const both = bothKnow(pairs, isKnown);
  return both.length > 0 ? both : pairs;
}

function breakpoints(
  requests: readonly { readonly breakpoints: BuildFigures["breakpoints"] }[],
): BuildFigures["breakpoints"] {
  const per = (segment: keyof BuildFigures["breakpoints"]): number =>
    requests.length === 0 ? 0 : requests.reduce((sum, each) => sum + each.breakpoints[segment], 0) / requests.length;
  return { tools: per("tools"), system: per("system"), messages: per("messages") };
}
