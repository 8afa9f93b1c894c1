import type { Incident } from "../../kernel/inspection/incident.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { costText } from "../lines/incident-lines.ts";
import { displayWidth } from "./display-width.ts";
import type { TextLayout } from "./text-layout.ts";
import { wrapText } from "./wrap-text.ts";

/** Incidents as a table: cost, share, what it is, and where it shows. Both texts go on below their first line. */
export function incidentTable(incidents: readonly Incident[], sheet: TextLayout): readonly string[] {
  const costs = incidents.map(costText);
  const cost = Math.max(4, ...costs.map(displayWidth));
  const rank = Math.max(...incidents.map((each) => String(each.rank).length));
  const share = Math.max(SHARE, ...incidents.map((each) => displayWidth(shareText(each))));
  const lead = rank + cost + share + 3 * GAP.length;
  const what = Math.floor((sheet.columns - lead - GAP.length) * WHAT);
  const where = sheet.columns - lead - what - GAP.length;
  const head = ["#".padEnd(rank), "cost".padEnd(cost), "share".padStart(share), "what".padEnd(what), "where"];
  return [
    sheet.paint.faint(head.join(GAP)),
    ...incidents.flatMap((incident, at) => {
      const whats = wrapText(escapeControlChars(`${incident.what}  ${incident.codes.join(", ")}`), what);
      const wheres = wrapText(whereText(incident), where);
      const lines = Math.max(whats.length, wheres.length);
      return Array.from({ length: lines }, (_, line) => {
        const first =
          line === 0
            ? [
                String(incident.rank).padStart(rank),
                (costs[at] ?? "").padEnd(cost),
                shareText(incident).padStart(share),
              ]
            : [" ".repeat(lead - GAP.length)];
        const text = whats[line] ?? "";
        const padded = text + " ".repeat(Math.max(0, what - displayWidth(text)));
        return [...first, sheet.paint.strong(padded), sheet.paint.faint(wheres[line] ?? "")].join(GAP);
      });
    }),
  ];
}

const GAP = "  ";
const SHARE = 5;
/** The part of the width that is left for the texts. */
const WHAT = 0.54;

function shareText({ share, cost: { certainty } }: Incident): string {
  if (share === null) return "";
  const percent = share > 0 && share < 0.005 ? "<1" : Math.round(share * 100);
  return `${certainty === "estimated" ? "~" : ""}${percent} %`;
}

function whereText({ origin, requests, maskedIn, conversations, from }: Incident): string {
  return [
    `${pluralize(conversations, "conversation")}, ${pluralize(requests, "request")}`,
    ...(from === null ? [] : [`from ${from.slice(5, 19).replace("T", " ")}`]),
    ...(maskedIn === 0 ? [] : [`masked by another cause in ${maskedIn === requests ? "all" : formatCount(maskedIn)}`]),
    ...WHOSE[origin],
  ].join(", ");
}

const WHOSE: Readonly<Record<Incident["origin"], readonly string[]>> = {
  ours: [],
  provider: ["by the provider"],
  expected: ["expected"],
};
