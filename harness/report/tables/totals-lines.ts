import type { Avoidable } from "../../kernel/breaks/avoidable.ts";
import type {
  CounterTotal,
  InspectionTotals,
  MoneyTotals,
  UsageExclusion,
} from "../../kernel/inspection/inspection.ts";
import { roundUsd } from "../../kernel/numbers.ts";
import { pluralize, formatCount } from "../../kernel/text/format-count.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { rootsText } from "../lines/root-lines.ts";
import { fineUsdText, usdText } from "../../kernel/text/usd-text.ts";
import { labelled, type TextLayout } from "./text-layout.ts";

/** The totals of a recording for a person: tokens, ratios, breaks, money. An unknown total is reported as unknown, never as 0. */
export function totalsLines(totals: InspectionTotals, sheet: TextLayout): readonly string[] {
  const rows: readonly (readonly [label: string, text: string | null])[] = [
    ["tokens", tokensText(totals)],
    ["ratios", ratiosText(totals)],
    ["breaks", breaksText(totals)],
    ["lost", lostText(totals)],
    ["roots", rootsText(totals.roots)],
    ["money", totals.money === null ? null : moneyText(totals.money, totals)],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, text, 8, sheet)));
}

/** Those that an engineer on call asks for first: what was paid, what was avoidable, and what is in doubt. */
export function moneyLines(totals: InspectionTotals, sheet: TextLayout): readonly string[] {
  const { money, lost, suspected, damaged, avoidableUsd } = totals;
  const rows: readonly (readonly [label: string, text: string | null])[] = [
    ["paid", money === null ? null : paidText(money, totals)],
    ["usage", unknownUsageText(totals)],
    ["lost", money === null || lost.tokens === null || avoidableUsd === null ? lostText(totals) : null],
    ["roots", rootsText(totals.roots)],
    ["doubts", suspected === 0 ? null : `${pluralize(suspected, "possible break")}: --all shows them`],
    [
      "damaged",
      damaged === 0
        ? null
        : `${pluralize(damaged, "request")} could not be read and ${damaged === 1 ? "is" : "are"} not judged`,
    ],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, text, 9, sheet)));
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
  return `${counters.join(", ")}${isOne && missing > 0 ? `; unknown in ${pluralize(missing, "request")}${whyText(uncounted)}` : ""}`;
}

/** `no answer recorded for 2 requests, usage of 5 requests ignored, …`: each reason with its number of requests. */
function uncountedText(uncounted: InspectionTotals["uncounted"]): string {
  const parts = WHY.flatMap(([why, tell]) => (uncounted[why] === 0 ? [] : tell(pluralize(uncounted[why], "request"))));
  return parts.length === 0 ? "the reported numbers cannot be counted" : parts.join(", ");
}

/** Where no counters are, a miss cannot show. */
function unknownUsageText({ answered, uncounted }: InspectionTotals): string | null {
  if (WHY.every(([why]) => uncounted[why] === 0)) return null;
  return `unknown: ${answered === 0 ? "nothing was answered" : uncountedText(uncounted)}`;
}

function whyText(uncounted: InspectionTotals["uncounted"]): string {
  return WHY.some(([why]) => uncounted[why] > 0) ? ` (${uncountedText(uncounted)})` : "";
}

const WHY: readonly (readonly [UsageExclusion, (requests: string) => string])[] = [
  ["no-answer", (requests) => `no answer recorded for ${requests}`],
  ["set-aside", (requests) => `usage of ${requests} ignored, since a script may have invented it`],
  ["not-reported", (requests) => `no usage reported for ${requests}`],
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

function breaksText({ breaks, lost, suspected }: InspectionTotals): string {
  const certain = breaks > 0 ? formatCount(breaks) : suspected > 0 ? "0 that are certain" : "none";
  if (lost.unserved === 0) return certain;
  const of = pluralize(lost.unserved, "request");
  return `${certain}; the provider served less than was stored in ${of}`;
}

/** `about 1,780,200 tokens: 1,780,000 ours, 200 the provider's`; null where nothing could be lost. */
function lostText({ breaks, lost }: InspectionTotals): string | null {
  const { tokens, idleTokens, unknownIn, areEstimates, unserved } = lost;
  if (breaks === 0 && unserved === 0) return null;
  const unknown = unknownIn === 0 ? "" : `, unknown at ${pluralize(unknownIn, "break")}`;
  if (tokens === null) return "unknown";
  const all = tokens.ours + tokens.provider + tokens.expected;
  if (all === 0) return `no token${unknown}`;
  return `${areEstimates ? "about " : ""}${splitText({ ...tokens, idle: idleTokens }, pluralize(all, "token"), formatCount)}${unknown}`;
}

/** An amount by who could have avoided it; `idle` is a part of what was expected. */
type Split = Avoidable & { readonly idle: number | null };

/** `1,200 tokens, ours` or `1,200 tokens: 1,000 ours, 200 the provider's`: each part that is not 0, by whose it is. */
function splitText({ ours, provider, expected, idle }: Split, all: string, write: (amount: number) => string): string {
  const parts = [
    { amount: ours, whose: "ours" },
    { amount: provider, whose: "the provider's" },
    { amount: idle ?? 0, whose: "idle" },
    { amount: roundUsd(expected - (idle ?? 0)), whose: "expected (compaction, model switch)" },
  ].filter(({ amount }) => amount !== 0);
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return `${all}, ${only.whose}`;
  return `${all}: ${parts.map(({ amount, whose }) => `${write(amount)} ${whose}`).join(", ")}`;
}

/** `$81.49; avoidable ~$45.04: ours ~$45.00, the provider's $0, idle ~$0.04, other expected $0`. */
function paidText(money: MoneyTotals, { answered, lost, paidUsd, avoidableUsd, idleUsd }: InspectionTotals): string {
  const { priced, bills } = money;
  const about = lost.areEstimates ? "~" : "";
  const amount = (usd: number): string => (usd === 0 ? usdText(0) : `${about}${usdText(usd)}`);
  const part = priced === answered ? "" : ` for ${formatCount(priced)} of ${pluralize(answered, "request")}`;
  const { ours = 0, provider = 0, expected = 0 } = avoidableUsd ?? {};
  const idle = idleUsd ?? 0;
  return [
    paidUsd === null ? "unknown" : `${usdText(paidUsd)}${part}`,
    avoidableUsd === null
      ? "avoidable: unknown"
      : `avoidable ${leastText(money)}${amount(ours + provider + expected)}: ours ${amount(ours)}, the provider's ${amount(provider)}, idle ${amount(idle)}, other expected ${amount(roundUsd(expected - idle))}`,
    ...billText(bills),
    ...assumptions(money),
  ].join("; ");
}

/** Losses without a price are in no sum. */
function leastText({ unpricedBreaks }: MoneyTotals): string {
  return unpricedBreaks === 0 ? "" : "at least ";
}

function assumptions({ assumedLifetimes, unpricedModels }: MoneyTotals): readonly string[] {
  return [
    ...(assumedLifetimes === 0
      ? []
      : [
          `writes of ${pluralize(assumedLifetimes, "request")} are priced as five-minute writes: the lifetime or its price is unknown`,
        ]),
    ...(unpricedModels.length === 0 ? [] : [`unknown price: ${unpricedModels.map(escapeControlChars).join(", ")}`]),
  ];
}

function moneyText(money: MoneyTotals, { answered, lost, paidUsd, avoidableUsd, idleUsd }: InspectionTotals): string {
  const { priced, bills } = money;
  const paid =
    paidUsd === null
      ? "what was paid is unknown"
      : `${fineUsdText(paidUsd)} for ${priced === answered ? pluralize(priced, "request") : `${formatCount(priced)} of ${pluralize(answered, "request")}`}`;
  const { ours = 0, provider = 0, expected = 0 } = avoidableUsd ?? {};
  const all = ours + provider + expected;
  const parts = [
    paid,
    ...(avoidableUsd === null || all === 0
      ? []
      : [
          `avoidable ${leastText(money)}${lost.areEstimates ? "about " : ""}${splitText({ ...avoidableUsd, idle: idleUsd }, fineUsdText(all), fineUsdText)}`,
        ]),
    ...billText(bills),
    ...assumptions(money),
  ];
  return parts.join("; ");
}

/** A bill is what was paid; where it differs from our prices, what a break costs is as far off. */
function billText({ count, compared, differing, billedUsd, pricedUsd }: MoneyTotals["bills"]): readonly string[] {
  if (count === 0) return [];
  const of = `${pluralize(count, "request")} billed by the provider`;
  if (differing === 0) return [of];
  const sums = `${fineUsdText(billedUsd)} billed, ${fineUsdText(pricedUsd)} by our prices`;
  return [
    of,
    `warning: ${formatCount(differing)} of ${formatCount(compared)} bills differ from our prices by more than 2 % (${sums})`,
  ];
}
