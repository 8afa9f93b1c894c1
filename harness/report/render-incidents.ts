import { countAnswers, unansweredText } from "../kernel/inspection/answered-requests.ts";
import { copiesIn } from "../kernel/inspection/inspected-sources.ts";
import { sum } from "../kernel/numbers.ts";
import type { Incident } from "../kernel/inspection/incident.ts";
import type { LeanInspection } from "../kernel/inspection/exchange-list.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { formatCount, pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { countedText } from "./counters/counted-text.ts";
import { commandLines } from "./lines/command-lines.ts";
import { incidentLines } from "./lines/incident-lines.ts";
import { timelineLines } from "./lines/timeline-lines.ts";
import { usdText } from "../kernel/text/usd-text.ts";
import { groupTable } from "./tables/group-table.ts";
import { incidentTable } from "./tables/incident-table.ts";
import { labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";
import { moneyLines } from "./tables/totals-lines.ts";
import { wrapText } from "./tables/wrap-text.ts";

/** The recording as a command line names it, and the command that judges two of its exchanges. */
export type CommandWords = { readonly source: string; readonly judge: (parent: string, child: string) => string };

/**
 * A recording as a list of its root causes, for a person: ratio and cost over time, what was paid and was avoidable, the dearest incidents,
 * and the details of those that matter.
 */
export function renderIncidents(inspection: LeanInspection, words: CommandWords, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const { exchanges, incidents, timeline, groups, totals } = inspection;
  const judged = countCompared(exchanges);
  const sections = [
    headLines(inspection, sheet),
    timelineLines(timeline, sheet),
    [...moneyLines(totals, sheet), ...answerLines(exchanges, sheet)],
    groups === undefined ? [] : groupTable(groups, sheet),
    listLines(incidents, judged, sheet),
    ...detailed(incidents).map((incident) => detailLines(incident, exchanges, words, sheet)),
    moreLines(words.source, incidents[detailed(incidents).length], sheet),
  ];
  return textOf(sections);
}

/** The incidents with these numbers in full, in the order of the numbers. */
export function renderChosenIncidents(
  inspection: LeanInspection,
  numbers: readonly number[],
  words: CommandWords,
  style: TextStyle,
): string {
  const sheet = makeTextLayout(style);
  const { exchanges, incidents } = inspection;
  const chosen = incidents.filter(({ rank }) => numbers.includes(rank));
  return textOf([
    headLines(inspection, sheet),
    incidentTable(chosen, sheet),
    ...chosen.map((incident) => detailLines(incident, exchanges, words, sheet)),
  ]);
}

function textOf(sections: readonly (readonly string[])[]): string {
  const lines = sections.filter((section) => section.length > 0).flatMap((section) => [...section, ""]);
  return terminalSafe(
    lines
      .slice(0, -1)
      .map((line) => `${line.trimEnd()}\n`)
      .join(""),
  );
}

function detailLines(
  incident: Incident,
  exchanges: Iterable<InspectedExchange>,
  { judge }: CommandWords,
  sheet: TextLayout,
): readonly string[] {
  return incidentLines(incident, withId(incident.firstBad, exchanges), judge, sheet);
}

function withId(wanted: string, exchanges: Iterable<InspectedExchange>): InspectedExchange | undefined {
  for (const each of exchanges) if (each.id === wanted) return each;
  return undefined;
}

/** The commands that show what is not here; `next` is the first incident without its details. */
function moreLines(source: string, next: Incident | undefined, sheet: TextLayout): readonly string[] {
  const line = (label: string, options: string): readonly string[] =>
    commandLines(label, `forkproof inspect ${source} ${options}`, 15, sheet);
  return [
    ...(next === undefined ? [] : line("one incident", `--incident ${next.rank}`)),
    ...(next === undefined ? [] : line("all incidents", "--html report.html")),
    ...line("all requests", "--all"),
  ];
}

/** The table of the incidents alone, for a reader who has seen each request. */
export function renderIncidentTable({ exchanges, incidents }: LeanInspection, style: TextStyle): string {
  const lines = listLines(incidents, countCompared(exchanges), makeTextLayout(style));
  return terminalSafe(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

/** How many were compared with a parent. */
function countCompared(exchanges: Iterable<InspectedExchange>): number {
  let count = 0;
  for (const { parent, unread } of exchanges) if (parent !== null && unread === null) count += 1;
  return count;
}

/** `logs/ · 3 files, 2,500 requests, 50 conversations, 1 line unreadable`. */
function headLines({ exchanges, totals, sources, counters }: LeanInspection, sheet: TextLayout): readonly string[] {
  const judged = countCompared(exchanges);
  const cut = sources?.damaged.filter(({ endsEarly }) => endsEarly === true).length ?? 0;
  const unreadable = (sources?.damaged.length ?? 0) - cut;
  const copies = sources === undefined ? 0 : copiesIn(sources);
  const parts = [
    ...(sources === undefined || sources.files.length < 2 ? [] : [pluralize(sources.files.length, "file")]),
    `${pluralize(totals.requests, "request")} (${formatCount(judged)} compared)`,
    pluralize(totals.conversations, "conversation"),
    ...(counters === undefined ? [] : [`${countedText(counters, "more request")} with counters alone`]),
    ...(copies === 0 ? [] : [`${pluralize(copies, "copy", "copies")} left out`]),
    ...(unreadable === 0 ? [] : [`${pluralize(unreadable, "line")} unreadable`]),
    ...(cut === 0 ? [] : [`${pluralize(cut, "compressed file")} cut short`]),
  ];
  const name = sources === undefined ? "" : `${escapeControlChars(sources.name)} · `;
  return wrapText(`${name}${parts.join(", ")}`, sheet.columns);
}

/** Requests that the model did not answer: only their bytes were compared. */
function answerLines(exchanges: Iterable<InspectedExchange>, sheet: TextLayout): readonly string[] {
  const text = unansweredText(countAnswers(exchanges));
  return text === null ? [] : labelled("answers", text, 9, sheet);
}

/** So many fit a screen together with their head. */
const LISTED = 8;
const DETAILED = 2;
/** Below this part of the cost an incident is listed alone. */
const MATTERS = 0.05;

function moreText(more: readonly Incident[], sheet: TextLayout): readonly string[] {
  const text = `and ${formatCount(more.length)} more, ${sumText(more)}: --json lists them`;
  return wrapText(text, sheet.columns - 3).map((line) => `   ${line}`);
}

function listLines(incidents: readonly Incident[], judged: number, sheet: TextLayout): readonly string[] {
  if (incidents.length === 0) return [`no incidents in ${pluralize(judged, "compared request")}`];
  const more = incidents.slice(LISTED);
  return [...incidentTable(incidents.slice(0, LISTED), sheet), ...(more.length === 0 ? [] : moreText(more, sheet))];
}

/** An incident without a price is worth more than nothing. One that made the requests cheaper has no part in what the others cost. */
function sumText(incidents: readonly Incident[]): string {
  const priced = incidents.flatMap(({ cost }) => cost.usd ?? []);
  const about = incidents.some(({ cost }) => cost.certainty === "estimated") ? "~" : "";
  const unpriced = incidents.length - priced.length;
  const [dear, cheap] = [priced.filter((usd) => usd > 0), priced.filter((usd) => usd <= 0)];
  const parts = [
    ...(dear.length === 0 ? [] : [`${about}${usdText(sum(dear))} in all`]),
    ...(cheap.length === 0
      ? []
      : [`${cheap.length === incidents.length ? "" : `${formatCount(cheap.length)} `}without extra cost`]),
    ...(unpriced === 0 ? [] : [`${unpriced === incidents.length ? "" : `${formatCount(unpriced)} `}of unknown cost`]),
  ];
  return parts.join(", ");
}

function detailed(incidents: readonly Incident[]): readonly Incident[] {
  return incidents.slice(0, DETAILED).filter(({ rank, share }) => rank === 1 || (share ?? 0) >= MATTERS);
}
