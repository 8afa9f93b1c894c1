import { sum } from "../kernel/numbers.ts";
import type { BreakCost } from "../kernel/breaks/break-cost.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { Incident } from "../kernel/inspection/incident.ts";
import type { InspectedExchange, JudgedRecording } from "../kernel/inspection/inspection.ts";
import type { Verdict } from "../kernel/judgement.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { isNearly } from "./lines/incident-lines.ts";
import { cleanTurnLine, exchangeLines } from "./lines/exchange-lines.ts";
import { pluralize, formatCount } from "../kernel/text/format-count.ts";
import { fineUsdText } from "../kernel/text/usd-text.ts";
import { totalsLines } from "./tables/totals-lines.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { headed, labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";
import { wrapText } from "./tables/wrap-text.ts";
import type { DrawnExchange } from "./lines/parent-lines.ts";
import { type ShortIds, shortIds } from "./lines/short-ids.ts";

/** Children of an exchange by its id, in recorded order. */
type Children = ReadonlyMap<string | null, readonly DrawnExchange[]>;

type Graph = { readonly children: Children; readonly detail: InspectDetail };

/** How much of a recording is drawn: every line of each exchange, or one for each turn that kept its prefix. */
export type InspectDetail = "folded" | "full";

/**
 * A recording for a person, drawn as a graph: the main line runs straight down, everything else that continues an exchange
 * is drawn to the right of it.
 */
export function renderInspect(
  {
    exchanges: told,
    reordered,
    totals,
    incidents = [],
  }: JudgedRecording & { readonly incidents?: readonly Incident[] },
  style: TextStyle,
  detail: InspectDetail = "full",
): string {
  const sheet = makeTextLayout(style);
  const ids = shortIds(told.map(({ id }) => id));
  const exchanges = told.map((each) => drawn(each, ids));
  const listed = new Set(exchanges.map(({ id }) => id));
  // Of a part of a recording, such as `--since` shows, a request begins a line if its parent is in another part.
  const children: Children = Map.groupBy(exchanges, ({ parent }) =>
    parent !== null && listed.has(parent) ? parent : null,
  );
  const roots = children.get(null) ?? [];
  const tree = roots.flatMap((root) => [...lineOf(root, { children, detail }, sheet), ""]);
  const order = reordered === 0 ? [] : labelled("order", orderText(reordered), 8, sheet);
  const cut = told.some(({ id }) => ids.of(id) !== id) ? labelled("ids", cutText(ids.said), 8, sheet) : [];
  const sums = [
    ...wrapText(tally(exchanges), sheet.columns),
    ...order,
    ...totalsLines(totals, sheet),
    ...possibleBreaks(exchanges, sheet),
    ...causes(exchanges, incidents, sheet),
  ];
  const lines = [...tree, ...sums, ...cut];
  return terminalSafe(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

function drawn(exchange: InspectedExchange, { of }: ShortIds): DrawnExchange {
  const { id, parent, root, alternatives } = exchange;
  const parents = alternatives.map((each) => each.parent);
  return {
    ...exchange,
    id: of(id),
    parent: parent && of(parent),
    root: root && { ...root, comparedWith: of(root.comparedWith) },
    alternatives: alternatives.map((each) => ({ ...each, parent: of(each.parent) })),
    settledBy: [...parents, ...(parent === null || parents.length === 0 ? [] : [parent])].map(
      (each) => `${id}=${each}`,
    ),
  };
}

/** So many lines are drawn to the right of each other; what continues the innermost is drawn straight below it. */
const DEEPEST = 4;

/** The line that begins with `first`, with all that branches off it. A loop, since a line may be thousands of turns long. */
function* lineOf(first: DrawnExchange, graph: Graph, sheet: TextLayout, depth: number = 0): Generator<string> {
  const { children, detail } = graph;
  const narrower = { ...sheet, columns: sheet.columns - 2 };
  let exchange: DrawnExchange | undefined = first;
  while (exchange !== undefined) {
    const all: readonly DrawnExchange[] = children.get(exchange.id) ?? [];
    // Agents that each give a task to the next are a staircase; whose task it was stands in the line of each.
    const next = mainOf(all, children) ?? (depth >= DEEPEST ? all.at(-1) : undefined);
    const branches = all.filter((child) => child !== next);
    const line = detail === "folded" ? cleanTurnLine(exchange, narrower) : null;
    const lines = line === null ? exchangeLines(exchange, narrower) : [line];
    yield* railed(lines, "● ", branches.length > 0 || next !== undefined);
    for (const [index, branch] of branches.entries()) {
      const isLast = next === undefined && index === branches.length - 1;
      yield* railed(lineOf(branch, graph, narrower, depth + 1), isLast ? "└─" : "├─", !isLast);
    }
    exchange = next;
  }
}

/**
 * The child that continues the main line: of a compaction, the request that began from the summary rather than the one that asked
 * for it.
 */
function mainOf(all: readonly DrawnExchange[], children: Children): DrawnExchange | undefined {
  const compactions = all.filter(({ relation }) => relation === "compaction");
  return (
    // A refused turn that was sent again stands before the one that was answered.
    all.findLast(({ relation }) => relation === "turn") ??
    compactions.find(({ id }) => children.has(id)) ??
    compactions.at(-1)
  );
}

function* railed(lines: Iterable<string>, head: string, isOpen: boolean): Generator<string> {
  let rail = head;
  for (const line of lines) {
    yield rail + line;
    rail = isOpen ? "│ " : "  ";
  }
}

function tally(exchanges: readonly InspectedExchange[]): string {
  const verdicts: readonly Verdict[] = ["byte-identical", "rendered-identical", "diverged", "not-comparable"];
  const continuing = exchanges.filter(({ parent }) => parent !== null);
  const counts = verdicts.flatMap((verdict) => {
    const count = continuing.filter((exchange) => exchange.verdict === verdict).length;
    return count === 0 ? [] : [`${formatCount(count)} ${verdict}`];
  });
  const told = [...counts, `${formatCount(exchanges.length - continuing.length)} without a parent`];
  return `${pluralize(exchanges.length, "exchange")}: ${told.join(", ")}`;
}

function cutText(said: string | null): string {
  return `${said === null ? "" : `${escapeControlChars(said)}; `}they are cut short here, and whole in --json`;
}

function orderText(reordered: number): string {
  const stood = `${pluralize(reordered, "request")} stood behind one that was sent later`;
  return `${stood}: the list is in the order of sending`;
}

/** Exchanges that are a break if they continue another one than they seem to, or if a note explains that they read 0. */
function possibleBreaks(exchanges: readonly InspectedExchange[], sheet: TextLayout): readonly string[] {
  const ids = exchanges.filter(({ suspected }) => suspected.length > 0).map(({ id }) => id);
  if (ids.length === 0) return [];
  return labelled(
    "suspected",
    `${pluralize(ids.length, "possible break")}, at ${listed(ids)}`,
    11,
    sheet,
    sheet.paint.warn,
  );
}

/**
 * Where to look, since a graph may be hundreds of lines long: each code that costs something, or would once others are fixed, with the
 * exchanges that show it, what fixing it alone would save, and the cost that the list of incidents gives it.
 */
function causes(
  exchanges: readonly InspectedExchange[],
  incidents: readonly Incident[],
  sheet: TextLayout,
): readonly string[] {
  const shown = exchanges.flatMap((exchange) =>
    exchange.findings.filter(({ role }) => role !== "note").map((finding) => ({ exchange, finding })),
  );
  const byCode = Map.groupBy(shown, ({ finding: { code, slug } }) => `${code} ${slug}`);
  return [...byCode].flatMap(([name, all]) => {
    const ids = [...new Set(all.map(({ exchange }) => exchange.id))];
    const masked = all.every(({ finding }) => finding.role === "masked") ? "masked " : "";
    const code = all[0]?.finding.code;
    const costs = all.flatMap(({ exchange: { breakCost } }) => breakCost ?? []);
    // A single code saves what the totals say.
    const saved = byCode.size === 1 || code === undefined ? "" : savedText(code, costs, incidents);
    return headed(name, sheet.paint.strong, `${masked}at ${listed(ids)}${saved}`, 2, sheet);
  });
}

function savedText(code: FindingCode, costs: readonly BreakCost[], incidents: readonly Incident[]): string {
  const causes = costs.flatMap((cost) => cost.causes.filter((each) => each.code === code));
  const usd = causes.flatMap(({ savesUsd }) => savesUsd ?? []);
  if (usd.length === 0) return "";
  const saved = sum(usd);
  const about = costs.some(({ grade }) => grade !== "reported") ? "about " : "";
  const alone = `; fixing it alone saves ${saved > 0 ? `${about}${fineUsdText(saved)}` : "nothing"}`;
  // An incident of several codes has one cost, which no single code has.
  const own = incidents.filter(({ codes }) => codes.includes(code));
  const parts = own.flatMap(({ codes, cost }) => (codes.length === 1 ? (cost.usd ?? []) : []));
  if (parts.length === 0 || parts.length < own.length || isNearly(saved, sum(parts))) return alone;
  return `${alone}; its part of what all fixes save together is ${about}${fineUsdText(sum(parts))}`;
}

function listed(ids: readonly string[]): string {
  return ids.length > MOST ? `${ids.slice(0, MOST).join(", ")} and ${ids.length - MOST} more` : ids.join(", ");
}

/** So many ids are listed. */
const MOST = 8;
