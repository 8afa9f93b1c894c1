import { h } from "../dom.ts";
import { count, pluralize, short, usd } from "../format.ts";
import type { App } from "../app-state.ts";
import { buckets, placeOnAxis } from "../data/buckets.ts";
import { charts } from "../parts/charts.ts";

const BARS = 60;

/** What was paid, what was avoidable, and how ratio and cost went. */
export function summary({ recording }: App): HTMLElement {
  const { incidents } = recording.data;
  const all = buckets(recording, BARS);
  const marks = incidents
    .slice(0, 9)
    .flatMap(({ rank, firstBad }) =>
      firstBad === null ? [] : [{ at: placeOnAxis(recording, firstBad, all), label: String(rank) }],
    );
  const drawn = all.length === 0 ? null : charts(all, marks);
  return h("section", { "aria-label": "summary" }, h("dl", { class: "sums" }, ...sums(recording.data)), drawn);
}

function sums({ totals, requests, counters }: App["recording"]["data"]): readonly HTMLElement[] {
  const whyUnknown = requests.every(({ usage }) => usage === null) ? "no usage is reported" : "no price is known";
  const { paidUsd, avoidableUsd, idleUsd, lostTokens, idleTokens, areEstimates } = totals;
  const about = areEstimates;
  const parts =
    avoidableUsd !== null
      ? split(avoidableUsd, idleUsd, (amount) => usd(amount, about && amount !== 0))
      : lostTokens === null
        ? []
        : split(lostTokens, idleTokens, (amount) => `${about ? "~" : ""}${short(amount)} tokens`);
  const avoidable = avoidableUsd === null ? null : avoidableUsd.ours + avoidableUsd.provider + avoidableUsd.expected;
  const uncounted =
    counters === null ? [] : [sum("without bodies", counters.counted, "only counters, in no figure here")];
  if (totals.requests === 0 && uncounted.length > 0) return uncounted;
  return [
    sum("paid", paidUsd === null ? "unknown" : usd(paidUsd), paidUsd === null ? whyUnknown : pricedNote(totals)),
    sum(
      "avoidable",
      avoidable === null ? "unknown" : `${totals.unpricedBreaks > 0 ? "≥ " : ""}${usd(avoidable, about)}`,
      [...parts, ...unknownNote(totals, avoidable !== null)].join(" · "),
    ),
    sum("requests", count(totals.requests), `${count(totals.compared)} compared with the one that they continue`),
    sum("breaks", count(totals.breaks), totals.suspected === 0 ? "" : `and ${count(totals.suspected)} possible`),
    sum(
      "conversations",
      count(totals.conversations),
      totals.damaged === 0 ? "" : `${pluralize(totals.damaged, "damaged request")} skipped`,
    ),
    ...uncounted,
  ];
}

/** A sum over a part must not look like one over all. */
function pricedNote({ priced, answered }: Totals): string {
  return priced === answered ? "" : `for ${count(priced)} of ${pluralize(answered, "request")}`;
}

function unknownNote({ unpricedBreaks, uncountedBreaks }: Totals, isPriced: boolean): readonly string[] {
  const unknown = isPriced ? unpricedBreaks : uncountedBreaks;
  return unknown === 0 ? [] : [`unknown at ${pluralize(unknown, "break")}`];
}

type Totals = App["recording"]["data"]["totals"];

type Avoidable = { readonly ours: number; readonly provider: number; readonly expected: number };

/** An amount by who could have avoided it. Pauses are a part of what was expected, and stand apart. */
function split(
  { ours, provider, expected }: Avoidable,
  idle: number | null,
  write: (amount: number) => string,
): readonly string[] {
  const others = Math.max(0, expected - (idle ?? 0));
  const amounts = { ours, provider, idle: idle ?? 0, "other expected": others };
  return Object.entries(amounts).map(([name, amount]) => `${name} ${write(amount)}`);
}

function sum(name: string, value: string, note: string): HTMLElement {
  return h("div", {}, h("dt", {}, name), h("dd", {}, h("b", {}, value), h("span", { class: "faint" }, note)));
}
