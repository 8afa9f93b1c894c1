import { unmasked } from "../kernel/breaks/unmasked.ts";
import { type FindingCode, isBreak } from "../kernel/finding.ts";
import type { Relation } from "../kernel/breaks/relation.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { Judgement } from "../kernel/judgement.ts";
import { standings } from "../verdict/roots/exchange-standing.ts";
import type { AcceptedBreak } from "./gate-config.ts";
import type { GateEvidence } from "./gate-evidence.ts";
import { type PairPlace, placePairs } from "./place-pairs.ts";
import type { RequestOpening } from "./request-opening.ts";

/** A request and the one that it continues. */
export type SeenPair = {
  readonly exchange: InspectedExchange;
  readonly standing: Relation;
  /** Null for a request that continues no other and has a finding of its own. */
  readonly judgement: Judgement | null;
};

/** Pairs at one place. */
export type PairGroup = { readonly place: PairPlace; readonly pairs: readonly SeenPair[] };

/**
 * Every pair of the traffic, by conversation and turn. Requests with a finding and without a parent are among them. A cause
 * that is masked by an accepted one counts.
 */
export function pairGroups(
  { inspection, judgements, openings }: GateEvidence,
  accept: readonly AcceptedBreak[],
): readonly PairGroup[] {
  const isAccepted = (code: FindingCode): boolean => accept.some((each) => each.code === code);
  const seen = (inspection?.exchanges ?? []).map((each) => ({
    ...each,
    findings: unmasked(each.findings, isAccepted),
  }));
  const repeated = repeatedRequests(openings);
  const exchanges = seen.map((each) => (repeated.has(each.parent ?? "") ? withoutTiming(each) : each));
  const standingOf = standings(exchanges);
  const places = placePairs(exchanges, openings, standingOf);
  const groups = new Map<string, PairGroup>();
  for (const exchange of exchanges) {
    const place = places.get(exchange.id);
    const judgement = comparedAs(exchange, judgements.get(exchange.id));
    if (place === undefined || (judgement === null && !hasFinding(exchange))) continue;
    const key = JSON.stringify(place);
    const { pairs } = groups.get(key) ?? { pairs: [] };
    groups.set(key, { place, pairs: [...pairs, { exchange, standing: standingOf(exchange), judgement }] });
  }
  return [...groups.values()].sort((one, other) => inOrder(one.place, other.place));
}

/** Ids of requests whose very body was sent more than once. */
function repeatedRequests(openings: ReadonlyMap<string, RequestOpening>): ReadonlySet<string> {
  const byDigest = Map.groupBy(openings, ([, { digest }]) => digest);
  return new Set([...byDigest.values()].flatMap((same) => (same.length > 1 ? same.map(([id]) => id) : [])));
}

/**
 * Tests that begin alike run at the same time, and their requests cannot be distinguished: which of them a request continues, and
 * so what was answered by then, is chance.
 */
function withoutTiming(exchange: InspectedExchange): InspectedExchange {
  const findings = exchange.findings.filter(({ segment }) => segment !== "time");
  const suspected = exchange.suspected.filter((code) => !code.startsWith("CB7"));
  if (findings.length === exchange.findings.length) return { ...exchange, suspected };
  const stillBreaks = findings.some(isBreak);
  const { reusable, breakCost } = exchange;
  return {
    ...exchange,
    findings,
    suspected,
    reusable: stillBreaks ? reusable : "unknown",
    breakCost: stillBreaks ? breakCost : null,
  };
}

/** The pair with what the whole recording shows of it; null for one of which nothing was compared, or the same request again. */
function comparedAs(exchange: InspectedExchange, judged: Judgement | undefined): Judgement | null {
  const { parent, findings, breakCost, reusable } = exchange;
  if (judged === undefined || parent === null || judged.verdict === "not-comparable") return null;
  return judged.class === "identical" && !hasFinding(exchange) ? null : { ...judged, findings, breakCost, reusable };
}

function hasFinding({ findings, suspected }: InspectedExchange): boolean {
  return suspected.length > 0 || findings.some(isBreak);
}

/** By name and turn: the order of requests differs between runs of a test suite. */
function inOrder(one: PairPlace, other: PairPlace): number {
  if (one.conversation !== other.conversation) return one.conversation < other.conversation ? -1 : 1;
  return one.turn - other.turn || ((one.asks ?? "") < (other.asks ?? "") ? -1 : 1);
}
