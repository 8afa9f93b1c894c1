import type { Incident } from "../kernel/inspection/incident.ts";
import type { InspectedExchange, Inspection } from "../kernel/inspection/inspection.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { usdText } from "./lines/usd-text.ts";
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
  if (compared === 0) return ["Nothing is judged: no request continues another.", ...left];
  const [worst, ...others] = incidents.filter(({ origin }) => origin === "ours");
  if (worst !== undefined) {
    const more = others.length === 0 ? [] : [`${pluralize(others.length, "more cause")} below.`];
    return [breakSentence(worst, exchanges), costSentence(worst), ...more, ...left];
  }
  const doubt = totals.suspected === 0 ? [] : [`${pluralize(totals.suspected, "possible break")} below.`];
  const elsewhere = incidents.length === 0 ? [] : ["The client did not cause what the cache lost."];
  return [`No break by the client in ${pluralize(compared, "compared request")}.`, ...elsewhere, ...doubt, ...left];
}

function isCompared({ parent, unread }: InspectedExchange): boolean {
  return parent !== null && unread === null;
}

/** `Fork 3 breaks its parent's prefix: 4 of 14 tools are missing (CB202).` */
function breakSentence({ firstBad, observed, what, codes }: Incident, exchanges: readonly InspectedExchange[]): string {
  const first = exchanges.find(({ id }) => id === firstBad);
  const who = first?.relation === "branch" ? "Fork" : "Request";
  const does = first?.verdict === "diverged" ? "breaks" : "does not reuse";
  return `${who} ${firstBad} ${does} its parent's prefix: ${observed ?? what} (${codes[0] ?? "no code"}).`;
}

/** `About 20,231 tokens, $0.055, in 2 requests.` */
function costSentence({ cost: { tokens, usd, certainty }, requests }: Incident): string {
  if (tokens === null && usd === null) return "The cost is unknown.";
  if (tokens === 0) return `No tokens lost${certainty === "estimated" ? " (estimated)" : ""}.`;
  const parts = [
    ...(tokens === null ? [] : [pluralize(tokens, "token")]),
    usd === null ? "of unknown price" : usdText(usd),
    ...(requests === 1 ? [] : [`in ${pluralize(requests, "request")}`]),
  ];
  return `${certainty === "estimated" ? "About" : "Lost:"} ${parts.join(", ")}.`;
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
