import { countAnswers, unansweredText } from "../kernel/inspection/answered-requests.ts";
import type { Incident, IncidentCost } from "../kernel/inspection/incident.ts";
import { isBreak } from "../kernel/finding.ts";
import type { InspectedExchange, Inspection, InspectionTotals, Unanswered } from "../kernel/inspection/inspection.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { unbilledText } from "./lines/break-text.ts";
import { usdText } from "../kernel/text/usd-text.ts";
import { makeTextLayout } from "./tables/text-layout.ts";
import { wrapText } from "./tables/wrap-text.ts";

/** What a recording shows, in a sentence or two, for a reader who reads nothing else. */
export function renderVerdict(inspection: Inspection, style: TextStyle): string {
  const text = [...verdictSentences(inspection), ...predictionOf(inspection)].join(" ");
  const lines = wrapText(terminalSafe(text), makeTextLayout(style).columns);
  return `${lines.join("\n")}\n\n`;
}

function verdictSentences({ exchanges, incidents, totals }: Inspection): readonly string[] {
  const compared = exchanges.filter(isCompared).length;
  const unread = exchanges.filter((each) => each.unread !== null).length;
  const left = unread === 0 ? [] : [`${pluralize(unread, "exchange")} ${unread === 1 ? "is" : "are"} not judged.`];
  const unanswered = unansweredText(countAnswers(exchanges));
  const silent = unanswered === null ? [] : [`${unanswered.charAt(0).toUpperCase()}${unanswered.slice(1)}.`];
  if (compared === 0) return ["Nothing is judged: no request continues another.", ...left, ...silent];
  const [worst, ...others] = incidents.filter(({ origin }) => origin === "ours");
  if (worst !== undefined) {
    const why = unbilled([worst, ...others], exchanges);
    return [breakSentence(worst, exchanges), ...costSentences(worst, others, totals, why), ...left, ...silent];
  }
  const doubt = totals.suspected === 0 ? [] : [`${pluralize(totals.suspected, "possible break")} below.`];
  const elsewhere = incidents.length === 0 ? [] : ["The client did not cause what the cache lost."];
  return [
    `No break by the client in ${pluralize(compared, "compared request")}.`,
    ...elsewhere,
    ...doubt,
    ...left,
    ...silent,
  ];
}

function isCompared({ parent, unread }: InspectedExchange): boolean {
  return parent !== null && unread === null;
}

/** `Fork 3 breaks its parent's prefix: 4 of 14 tools are missing (CB202).` */
function breakSentence({ firstBad, observed, what, codes }: Incident, exchanges: readonly InspectedExchange[]): string {
  const first = exchanges.find(({ id }) => id === firstBad);
  const who = first?.relation === "branch" ? "Fork" : "Request";
  const read = first?.ratio?.observed ?? first?.breakCost?.prompt.read ?? 0;
  const loses = read > 0 ? "does not reuse all of" : "does not reuse";
  const does = first?.verdict === "diverged" ? "breaks" : loses;
  return `${who} ${firstBad} ${does} its parent's prefix: ${observed ?? what} (${codes[0] ?? "no code"}).`;
}

/** The reason if no request with one of the causes was answered. */
function unbilled(incidents: readonly Incident[], exchanges: readonly InspectedExchange[]): Unanswered | null {
  const codes = incidents.flatMap((each) => each.codes);
  const bad = exchanges.filter(({ findings }) => findings.some((each) => isBreak(each) && codes.includes(each.code)));
  const reasons = new Set(bad.map(({ unanswered = null }) => unanswered));
  return reasons.has(null)
    ? null
    : ((["no-answer", "unreachable", "refused"] as const).find((why) => reasons.has(why)) ?? null);
}

/** Several causes have the cost that the totals below show: divided between them, it would be another number. */
function costSentences(
  { cost, requests }: Incident,
  others: readonly Incident[],
  { lost, avoidableUsd }: InspectionTotals,
  why: Unanswered | null,
): readonly string[] {
  const more = pluralize(others.length, "more cause");
  const known: IncidentCost =
    others.length === 0
      ? cost
      : {
          tokens: lost.tokens?.ours ?? null,
          usd: avoidableUsd?.ours ?? null,
          certainty: lost.areEstimates ? "estimated" : "reported",
        };
  if (known.tokens === null && known.usd === null) {
    const unknown = why === null ? "The cost is unknown." : unbilledText(why);
    return others.length === 0 ? [unknown] : [unknown, `${more} below.`];
  }
  const of = requests === 1 ? "" : `, in ${pluralize(requests, "request")}`;
  return [costSentence(known, others.length === 0 ? of : `, for this and ${more} below`)];
}

/** `About 20,231 tokens, $0.055, in 2 requests.` */
function costSentence({ tokens, usd, certainty }: IncidentCost, of: string): string {
  if (tokens === 0) return `No tokens lost${certainty === "estimated" ? " (estimated)" : ""}.`;
  const parts = [
    ...(tokens === null ? [] : [pluralize(tokens, "token")]),
    // A write that was saved may outweigh what was lost.
    usd === null ? "of unknown price" : usd < 0 ? "at no extra cost" : usdText(usd),
  ];
  return `${certainty === "estimated" ? "About" : "Lost:"} ${parts.join(", ")}${of}.`;
}

/** Counters that a script made up say nothing; what the cache's rules let a request read is known without them. */
function predictionOf({ exchanges }: Inspection): readonly string[] {
  const scripted = exchanges.filter((each) => isCompared(each) && each.uncounted === "set-aside");
  if (scripted.length === 0) return [];
  const kept = scripted.filter(({ reusable }) => reusable !== "no");
  const shares = kept.flatMap(({ ratio }) => ratio?.expected ?? []).map((share) => Math.floor(share * 100));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  if (shares.length === 0 || most === 0) return ["Usage is scripted, and nothing is predicted to be read."];
  const range = least === most ? `${least}` : `${least} to ${most}`;
  // Without times, it is unknown whether the entry was still there.
  const upTo = kept.some(({ reusable }) => reusable === "unknown") ? "up to " : "";
  const of = `${shares.length} of ${pluralize(scripted.length, "compared request")}`;
  return [`Usage is scripted; predicted ${upTo}${range} % read in ${of}.`];
}
