import type { BlockTable } from "../kernel/inspection/inspected-block.ts";
import { countsWhole } from "../kernel/inspection/counted-over.ts";
import { incidentPlace } from "../kernel/inspection/incident-place.ts";
import type { Incident } from "../kernel/inspection/incident.ts";
import type { Inspection, InspectedExchange } from "../kernel/inspection/inspection.ts";
import { type Finding, isBreak } from "../kernel/finding.ts";
import type { Divergence } from "../kernel/judgement.ts";
import type { Span } from "../kernel/span.ts";
import { version } from "../kernel/version.ts";
import { blockStates } from "../blocks/block-states.ts";
import { Indexed } from "./indexed.ts";
import type {
  PageCounters,
  PageData,
  PageDifference,
  PageFinding,
  PageIncident,
  PageRequest,
  PageText,
} from "./page-data.ts";
import { pageBlocks, promptOf, stateRuns } from "./page-blocks.ts";

/** What the page calls a recording, and how `forkproof judge` does. */
export type PageSource = { readonly name: string; readonly judgeSource: string | null };

/** The page of a recording. `counters` are the words for its requests without bodies; null without one. */
export function recordingPage(
  inspection: Inspection,
  table: BlockTable,
  source: PageSource,
  counters: PageCounters | null,
): PageData {
  const { exchanges, incidents } = inspection;
  const rows = new Map(exchanges.map(({ id }, at) => [id, at]));
  const [models, conversations] = [new Indexed(), new Indexed()];
  const requests = exchanges.map((exchange) => ({
    ...requestOf(exchange, rows),
    ...pictureOf(exchange, table, rows),
    conversation: conversations.of(exchange.conversation),
    model: exchange.model === null ? -1 : models.of(exchange.model),
  }));
  return {
    schema: "forkproof/page@1",
    version,
    source: source.name,
    judgeSource: source.judgeSource,
    isWhole: table.isWhole,
    totals: totalsOf(inspection),
    incidents: incidents.map((incident) => incidentOf(incident, rows)),
    counters,
    run: null,
    models: models.values,
    conversations: conversations.values,
    blocks: pageBlocks(table.blocks),
    requests,
  };
}

function totalsOf({ exchanges, totals }: Inspection): PageData["totals"] {
  const { requests, conversations, damaged, breaks, suspected, paidUsd, avoidableUsd, idleUsd } = totals;
  const { lost, money, answered } = totals;
  const compared = exchanges.filter(({ parent, unread }) => parent !== null && unread === null).length;
  const sums = { requests, conversations, damaged, compared, breaks, suspected, paidUsd, avoidableUsd, idleUsd };
  return {
    ...sums,
    priced: money?.priced ?? 0,
    answered,
    unpricedBreaks: money?.unpricedBreaks ?? 0,
    uncountedBreaks: lost.unknownIn,
    lostTokens: lost.tokens,
    idleTokens: lost.idleTokens,
    areEstimates: lost.areEstimates,
  };
}

type Rows = ReadonlyMap<string, number>;

function requestOf(
  exchange: InspectedExchange,
  rows: Rows,
): Omit<PageRequest, "conversation" | "model" | "basis" | "states" | "marks" | "like" | "keep" | "add" | "difference"> {
  const { id, parent, relation, startedAt, ratio, usd, usage, verdict, suspected, breakCost, unserved } = exchange;
  const { findings, failed, unread, shared, countedOver } = exchange;
  const cost = breakCost ?? unserved;
  return {
    id,
    parent: (parent === null ? undefined : rows.get(parent)) ?? -1,
    relation,
    at: timeOf(startedAt),
    ratio: ratio?.observed ?? null,
    usd,
    usage: usage === null ? null : [usage.read, usage.write, usage.fresh, usage.output],
    ...(usage !== null && !countsWhole(countedOver) && { isPartial: true }),
    verdict,
    isOurs: isOurs(exchange),
    findings: findings.map(pageFinding),
    suspected,
    shared: parent === null ? null : [shared.blocks, shared.bytes],
    lost: cost && { tokens: cost.lostTokens, usd: cost.usd, isEstimate: cost.grade !== "reported" },
    note: failed === null ? unread : `refused: ${failed.message ?? "the provider gave no reason"}`,
  };
}

/** A break that the client could have avoided: the others are expected, or the provider's. */
function isOurs({ findings, breakCost }: InspectedExchange): boolean {
  if (!findings.some(isBreak)) return false;
  return breakCost === null || breakCost.causes.some(({ origin }) => origin === "ours" || origin === null);
}

export function pageFinding({ code, role, segment, pointer, observed, fix }: Finding): PageFinding {
  return { code, role, segment, pointer, observed, fix };
}

type Picture = Pick<PageRequest, "basis" | "states" | "marks" | "like" | "keep" | "add" | "difference">;

const NO_PICTURE: Picture = { basis: "unknown", states: [], marks: [], like: -1, keep: 0, add: [], difference: null };

function pictureOf(exchange: InspectedExchange, table: BlockTable, rows: Rows): Picture {
  const request = table.requests.get(exchange.id);
  if (request === undefined) return NO_PICTURE;
  const { states, basis } = blockStates(request, exchange);
  const { parent } = exchange;
  const like = parent === null ? undefined : table.requests.get(parent);
  const before = like === undefined || parent === null ? null : { row: rows.get(parent) ?? -1, blocks: like.blocks };
  const { marks, divergence } = request;
  const difference = divergence === null || parent === null ? null : differenceOf(divergence);
  return { basis, states: stateRuns(states), marks, difference, ...promptOf(request.blocks, before) };
}

export function differenceOf(divergence: Divergence): PageDifference {
  const { segment, pointer, childPointer, at, parentOffset, childOffset } = divergence;
  const { parentExcerpt, parentDiffers, childExcerpt, childDiffers } = divergence;
  const [was, now] = [textOf(parentExcerpt, parentDiffers), textOf(childExcerpt, childDiffers)];
  return { segment, pointer, childPointer, at, parentOffset, childOffset, was, now };
}

function incidentOf(incident: Incident, rows: Rows): PageIncident {
  const { rank, codes, what, segment, origin, cost, share, requests, maskedIn, conversations } = incident;
  const { observed, fix, savesUsd, differs } = incident;
  const row = (id: string | null): number | null => (id === null ? null : (rows.get(id) ?? null));
  return {
    rank,
    codes,
    what,
    segment,
    place: incidentPlace(incident),
    origin,
    share,
    requests,
    maskedIn,
    conversations,
    observed,
    fix,
    savesUsd,
    usd: cost.usd,
    tokens: cost.tokens,
    isEstimate: cost.certainty === "estimated",
    isLeast: cost.unpricedIn !== undefined,
    lastGood: row(incident.lastGood),
    firstBad: row(incident.firstBad),
    firstBadParent: row(incident.firstBadParent),
    from: timeOf(incident.from),
    to: timeOf(incident.to),
    was: textOf(incident.was, differs?.was ?? null),
    now: textOf(incident.now, differs?.now ?? null),
  };
}

function textOf(text: string | null, differs: Span | null): PageText | null {
  return text === null ? null : { text, from: differs?.start ?? 0, to: differs?.end ?? 0 };
}

function timeOf(date: string | null): number | null {
  return date === null ? null : Date.parse(date);
}
