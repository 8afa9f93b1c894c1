import { incidentPlace } from "../../kernel/inspection/incident-place.ts";
import type { Incident } from "../../kernel/inspection/incident.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import type { Span } from "../../kernel/span.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { splitExcerpt } from "../../kernel/text/split-excerpt.ts";
import { commandLines } from "./command-lines.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { cutInMiddle } from "../tables/display-width.ts";
import { inset, labelled, type TextLayout } from "../tables/text-layout.ts";
import { wrapText } from "../tables/wrap-text.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { usdText } from "../../kernel/text/usd-text.ts";

/** What an incident is, in full: since when, where, the texts that differ, the fix, and the command that shows more. */
export function incidentLines(
  incident: Incident,
  first: InspectedExchange | undefined,
  judge: (parent: string, child: string) => string,
  sheet: TextLayout,
): readonly string[] {
  const { rank, what, codes, observed, fix, firstBad, firstBadParent, lastGood, from } = incident;
  const when = from === null ? "" : ` (${from.slice(0, 19).replace("T", " ")} UTC)`;
  const where =
    first === undefined || first.conversation === firstBad
      ? ""
      : `, first in conversation ${shortId(first.conversation)}`;
  const [good, bad] = shortPair(lastGood ?? "", firstBad);
  const before = lastGood === null ? "no earlier one" : `request ${good}`;
  const saves = savesText(incident, first?.breakCost?.lostTokens ?? 0);
  const labels = (rows: readonly (readonly [label: string, text: string | null])[], narrower: TextLayout): string[] =>
    rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, text, LABEL, narrower)));
  const title = escapeControlChars(`${what}  ${codes.join(", ")}${where}`);
  const [head = "", ...others] = wrapText(title, sheet.columns - 3).map((line) => sheet.paint.strong(line));
  return [
    `${String(rank).padEnd(3)}${head}`,
    ...inset(sheet, 3, (narrower) => [
      ...others,
      ...labels([["last good", `${before} … first bad  request ${bad}${when}`]], narrower),
      ...labels(
        [
          ["at", incidentPlace(incident)],
          ["observed", observed],
        ],
        narrower,
      ),
      ...textLines("was", incident.was, incident.differs?.was ?? null, narrower),
      ...textLines("now", incident.now, incident.differs?.now ?? null, narrower),
      ...labels(
        [
          ["kept", first === undefined || first.parent === null ? null : keptText(first)],
          ["fix", fix],
          ["saves", saves],
        ],
        narrower,
      ),
      ...(firstBadParent === null ? [] : commandLines("next", judge(firstBadParent, firstBad), LABEL, narrower)),
    ]),
  ];
}

const LABEL = 11;

/** The command below has it whole. */
function shortId(id: string): string {
  return cutInMiddle(id, 40);
}

/** Different ids look different. */
function shortPair(one: string, other: string): readonly [string, string] {
  const [first, second] = [shortId(one), shortId(other)];
  return first === second ? [one, other] : [first, second];
}

/** `~` is before what was estimated, and `≥` before a sum that lacks the requests without a price. */
export function costText({ cost: { usd, tokens, certainty, unpricedIn = 0 } }: Incident): string {
  const about = certainty === "estimated" ? "~" : "";
  if (usd !== null) return `${unpricedIn > 0 ? "≥ " : ""}${about}${usdText(usd)}`;
  return tokens === null ? "unknown" : `${about}${formatCount(tokens)} t`;
}

/** Whether two amounts look the same to a reader. */
export function isNearly(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.005 * Math.abs(other) + 0.00005;
}

function textLines(label: string, text: string | null, differs: Span | null, sheet: TextLayout): readonly string[] {
  if (text === null || differs === null) return [];
  const [line = ""] = excerptLines(splitExcerpt(text, differs), { ...sheet, columns: sheet.columns - LABEL });
  return [`${sheet.paint.faint(label.padEnd(LABEL))}${line}`];
}

function keptText({ shared, breakCost }: InspectedExchange): string {
  const kept = `${pluralize(shared.blocks, "block")}, ${pluralize(shared.bytes, "byte")}`;
  if (breakCost === null) return kept;
  const { lostTokens, grade, causes } = breakCost;
  const lost = `${kept}; lost ${grade === "reported" ? "" : "about "}${pluralize(lostTokens, "token")}`;
  return causes.length < 2 ? `${lost} on this request` : `${lost} here, by ${causes.length} causes`;
}

const READ_IN_FULL =
  "nothing so far: the counters show full reads. The requests differ all the same, so --fail-on-break counts them.";

const OTHERS_STAY = "nothing while the other causes of these requests stay";

/**
 * The saving of its fix. Where that is less than its cost, the rest comes when the causes around it are fixed, too. `lostTokens` is what the
 * first bad request lost, by all of its causes.
 */
function savesText(
  { savesUsd, cost: { usd, tokens, certainty, unpricedIn = 0 }, origin }: Incident,
  lostTokens: number,
): string | null {
  if (origin === "provider") return null;
  const about = `${unpricedIn > 0 ? "at least " : ""}${certainty === "estimated" ? "about " : ""}`;
  const isFree = usd === null ? tokens === 0 : usd === 0 && savesUsd === 0;
  if (isFree && certainty === "reported") return lostTokens > 0 ? OTHERS_STAY : READ_IN_FULL;
  if (savesUsd === null || usd === null)
    return `an unknown amount, since the ${tokens === null ? "usage" : "price"} is unknown${tokens === null ? "" : `: it cost ${about}${pluralize(tokens, "token")}`}`;
  const alone = savesUsd > 0 ? `${about}${usdText(savesUsd)}` : "nothing";
  if (isNearly(savesUsd, usd)) return alone;
  return `${alone} alone; its part of what all fixes save together is ${about}${usdText(usd)}`;
}
