import type { CounterTotal, InspectionTotals, MoneyTotals, Uncounted } from "../kernel/inspection.ts";
import { countOf, formatCount } from "./format-count.ts";
import { printable } from "../kernel/printable.ts";
import { rootsText } from "./root-lines.ts";
import { labelled, type Sheet } from "./sheet.ts";

/** What a recording adds up to, for a person: tokens, ratios, breaks, money. What is unknown says so and is no 0. */
export function totalsLines(totals: InspectionTotals, sheet: Sheet): readonly string[] {
  const rows: readonly (readonly [label: string, text: string | null])[] = [
    ["tokens", tokensText(totals)],
    ["ratios", ratiosText(totals)],
    ["breaks", breaksText(totals)],
    ["roots", rootsText(totals.roots)],
    ["money", totals.money === null ? null : moneyText(totals.money, totals)],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, text, 8, sheet)));
}

function tokensText({ tokens, answered, uncounted }: InspectionTotals): string {
  const told = [
    ["read", tokens.read],
    ["written", tokens.write],
    ["fresh", tokens.fresh],
    ["output", tokens.output],
  ] as const;
  if (told.every(([, { tokens: count }]) => count === null))
    return `unknown: ${answered === 0 ? "nothing was answered" : uncountedText(uncounted)}`;
  const [first] = told;
  const isOne = told.every(([, { tokens: count, unknownIn }]) => count === null || unknownIn === first[1].unknownIn);
  const counters = told.map(([name, total]) => counterText(name, total, !isOne));
  const missing = first[1].unknownIn;
  return `${counters.join(", ")}${isOne && missing > 0 ? `; unknown in ${countOf(missing, "request")}${whyText(uncounted)}` : ""}`;
}

/** `no answer is recorded of 2 requests, usage of 5 is set aside as made up by a script`: what is true of whom. */
function uncountedText(uncounted: InspectionTotals["uncounted"]): string {
  const parts = WHY.flatMap(([why, tell]) => (uncounted[why] === 0 ? [] : tell(countOf(uncounted[why], "request"))));
  return parts.length === 0 ? "what is reported cannot be counted" : parts.join(", ");
}

function whyText(uncounted: InspectionTotals["uncounted"]): string {
  return WHY.some(([why]) => uncounted[why] > 0) ? ` (${uncountedText(uncounted)})` : "";
}

const WHY: readonly (readonly [Uncounted, (requests: string) => string])[] = [
  ["no-answer", (requests) => `of ${requests} no answer is recorded`],
  ["set-aside", (requests) => `of ${requests} usage is set aside, since a script may have made it up`],
  ["not-reported", (requests) => `of ${requests} the answer reports no usage`],
];

/** `read 5,270`, `written unknown`, and where not all lack in the same requests, `fresh 12 and unknown in 3`. */
function counterText(name: string, { tokens, unknownIn }: CounterTotal, tells: boolean): string {
  if (tokens === null) return `${name} unknown`;
  return `${name} ${formatCount(tokens)}${tells && unknownIn > 0 ? ` and unknown in ${formatCount(unknownIn)}` : ""}`;
}

function ratiosText({ ratios }: InspectionTotals): string | null {
  const told = Object.entries(ratios).flatMap(([is, count]) => (count > 0 ? `${formatCount(count)} ${is}` : []));
  return told.length > 0 ? told.join(", ") : null;
}

function breaksText({ breaks, suspected }: InspectionTotals): string {
  const { count, lostTokens, unknownIn, areEstimates } = breaks;
  if (count === 0) return suspected === 0 ? "none" : "0 that are certain";
  if (lostTokens === null) return `${formatCount(count)}: what they lost is unknown`;
  const lost = lostTokens === 0 ? "no token" : `${areEstimates ? "about " : ""}${countOf(lostTokens, "token")}`;
  return `${formatCount(count)}: ${lost} lost${unknownIn === 0 ? "" : `, unknown at ${formatCount(unknownIn)}`}`;
}

function moneyText(money: MoneyTotals, { answered, breaks }: InspectionTotals): string {
  const { usd, priced, breakUsd, assumedLifetimes, unpricedModels } = money;
  const paid =
    usd === null
      ? "what was paid is unknown"
      : `$${usd.toFixed(4)} for ${priced === answered ? countOf(priced, "request") : `${formatCount(priced)} of ${countOf(answered, "request")}`}`;
  const parts = [
    paid,
    ...(breakUsd === null || breakUsd === 0
      ? []
      : [`breaks cost ${breaks.areEstimates ? "about " : ""}$${breakUsd.toFixed(4)}`]),
    ...(assumedLifetimes === 0
      ? []
      : [
          `writes of ${countOf(assumedLifetimes, "request")} are priced as kept for minutes: nobody tells for how long, or at what price`,
        ]),
    ...(unpricedModels.length === 0 ? [] : [`no price is known for ${unpricedModels.map(printable).join(", ")}`]),
  ];
  return parts.join("; ");
}
