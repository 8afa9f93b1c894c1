import { sum, roundUsd } from "../kernel/numbers.ts";
import { findCode } from "../diagnosis/find-rule.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { Incident, IncidentCost } from "../kernel/inspection/incident.ts";
import { type ExchangeList, listed, type LeanRecording } from "../kernel/inspection/exchange-list.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import { isFork, withoutFork } from "../verdict/recording/turn-words.ts";
import { type Occurrence, occurrences } from "./occurrences.ts";
import { type RootCause, rootCauses } from "./root-causes.ts";

/**
 * The root causes of a recording, the dearest first; those without a price by their lost tokens behind them. `all` are its exchanges if
 * `exchanges` are a part of them: the last good request may stand before that part.
 */
export function findIncidents(
  { exchanges }: Pick<LeanRecording, "exchanges">,
  all: ExchangeList = exchanges,
): readonly Incident[] {
  const among = all === exchanges ? null : new Set(listed(exchanges).map(({ id }) => id));
  const causes = rootCauses(occurrences(exchanges));
  const searched = causes.map((cause) => ({ cause, search: goodSearch(cause.occurrences, among) }));
  const searches = searched.map(({ search }) => search);
  findGood(searches, all);
  const found = searched.map(({ cause, search }) => incidentOf(cause, search));
  const usd = found.reduce((sum, { cost }) => sum + Math.max(0, cost.usd ?? 0), 0);
  return found.sort(byCost).map((incident, at) => ({
    ...incident,
    rank: at + 1,
    share: incident.cost.usd === null || usd === 0 ? null : Math.max(0, incident.cost.usd) / usd,
  }));
}

type Unranked = Omit<Incident, "rank" | "share">;

function byCost(one: Unranked, other: Unranked): number {
  const [left, right] = [one.cost, other.cost];
  return (
    (right.usd ?? -Infinity) - (left.usd ?? -Infinity) ||
    (right.tokens ?? 0) - (left.tokens ?? 0) ||
    other.requests - one.requests
  );
}

function incidentOf({ place, occurrences: all }: RootCause, { good, goodOfOwn }: GoodSearch): Unranked {
  const byRequest = Map.groupBy(all, ({ exchange }) => exchange.id);
  const ids = [...byRequest.keys()];
  const [first] = all;
  if (first === undefined) throw new Error("a root cause has an occurrence");
  const codes = codesOf(all);
  const leading = all.find(({ code }) => code === codes[0]) ?? first;
  const rule = findCode(codes[0] ?? first.code);
  const times = all.flatMap(({ exchange }) => exchange.startedAt ?? []).sort();
  const isUntimed = times.length === 0 && leading.origin === "provider";
  return {
    codes,
    what: rule === null ? leading.code : titled(rule.title, all) + (isUntimed ? MAY_BE_PAUSE : ""),
    segment: leading.segment,
    place,
    at: null,
    character: null,
    origin: leading.origin,
    cost: costOf(all),
    requests: ids.length,
    maskedIn: [...byRequest.values()].filter((each) => each.every(({ isMasked }) => isMasked)).length,
    conversations: new Set(all.map(({ exchange }) => exchange.conversation)).size,
    lastGood: goodOfOwn ?? good,
    firstBad: first.exchange.id,
    firstBadParent: first.exchange.parent,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    observed: first.observed ?? leading.observed,
    was: null,
    now: null,
    fix: leading.fix ?? (rule === null ? "" : rule.fix),
    savesUsd: savedAlone(byRequest.values()),
  };
}

/** Without times nothing shows whether the entry had expired. */
const MAY_BE_PAUSE = " (no times recorded: it may be a pause)";

/** The most frequent first. */
function codesOf(all: readonly Occurrence[]): readonly FindingCode[] {
  const byCode = Map.groupBy(all, ({ code }) => code);
  return [...byCode].sort(([, one], [, other]) => other.length - one.length).map(([code]) => code);
}

function titled(title: string, all: readonly Occurrence[]): string {
  const words = all.every(({ exchange }) => isFork(exchange.relation)) ? title : withoutFork(title);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Null if the cost of every occurrence is unknown. A finding that costs nothing by itself is worth 0. */
function costOf(all: readonly Occurrence[]): IncidentCost {
  const costs = all.flatMap(({ cost }) => cost ?? []);
  const usd = costs.flatMap((cost) => cost.usd ?? []);
  const unpriced = all.filter(({ cost }) => cost !== null && cost.usd === null && cost.tokens > 0);
  const unpricedIn = usd.length === 0 ? 0 : new Set(unpriced.map(({ exchange }) => exchange.id)).size;
  return {
    usd: usd.length === 0 ? null : roundUsd(sum(usd)),
    ...(unpricedIn > 0 && { unpricedIn }),
    tokens: costs.length === 0 ? null : Math.round(sum(costs.map(({ tokens }) => tokens))),
    certainty: costs.length > 0 && costs.every(({ isReported }) => isReported) ? "reported" : "estimated",
  };
}

/** Several codes of one cause on one request are fixed together: the largest saving counts. */
function savedAlone(requests: Iterable<readonly Occurrence[]>): number | null {
  const saved = [...requests].flatMap((each) => {
    const known = each.flatMap(({ cost }) => cost?.savesUsd ?? []);
    return known.length === 0 ? [] : Math.max(...known);
  });
  return saved.length === 0 ? null : roundUsd(sum(saved));
}

/** The last request before the first bad one that was compared with a parent and does not show the cause: of its conversation, if it has one. */
type GoodSearch = {
  readonly first: InspectedExchange | undefined;
  /** Requests that show the cause, and its codes for requests outside of the part that was looked through. */
  readonly ids: ReadonlySet<string>;
  readonly codes: readonly FindingCode[];
  /** Null: all were. */
  readonly among: ReadonlySet<string> | null;
  good: string | null;
  goodOfOwn: string | null;
};

function goodSearch(all: readonly Occurrence[], among: GoodSearch["among"]): GoodSearch {
  const ids = new Set(all.map(({ exchange }) => exchange.id));
  return { first: all[0]?.exchange, ids, codes: codesOf(all), among, good: null, goodOfOwn: null };
}

/** In one walk for all causes: each exchange of a long log is made anew when it is gone through. */
function findGood(searches: readonly GoodSearch[], exchanges: Iterable<InspectedExchange>): void {
  let open = searches;
  for (const each of exchanges) {
    if (open.some(({ first }) => first?.id === each.id)) open = open.filter(({ first }) => first?.id !== each.id);
    if (open.length === 0) return;
    if (each.parent === null || each.unread !== null) continue;
    for (const search of open) {
      if (!isGood(each, search)) continue;
      search.good = each.id;
      if (each.conversation === search.first?.conversation) search.goodOfOwn = each.id;
    }
  }
}

function isGood({ id, findings }: InspectedExchange, { ids, codes, among }: GoodSearch): boolean {
  if (ids.has(id)) return false;
  return among?.has(id) !== false || !findings.some(({ code, role }) => role !== "note" && codes.includes(code));
}
