import { h } from "../dom.ts";
import { count, pluralize, short, usd } from "../format.ts";
import type { App } from "../app-state.ts";
import { buckets, placeOnAxis } from "../data/buckets.ts";
import { charts } from "../parts/charts.ts";

const BARS = 60;

/** What was paid, what was avoidable, and how ratio and cost went. */
export function summary({ recording }: App): HTMLElement {
  const { totals, incidents } = recording.data;
  const all = buckets(recording, BARS);
  const marks = incidents
    .slice(0, 9)
    .flatMap(({ rank, firstBad }) =>
      firstBad === null ? [] : [{ at: placeOnAxis(recording, firstBad, all), label: String(rank) }],
    );
  return h("section", { "aria-label": "summary" }, h("dl", { class: "sums" }, ...sums(totals)), charts(all, marks));
}

function sums(totals: App["recording"]["data"]["totals"]): readonly HTMLElement[] {
  const { paidUsd, avoidableUsd, lostTokens, areEstimates } = totals;
  const about = areEstimates;
  const parts =
    avoidableUsd !== null
      ? (["ours", "provider", "expected"] as const).map((name) => [name, usd(avoidableUsd[name], about)] as const)
      : lostTokens === null
        ? []
        : (["ours", "provider", "expected"] as const).map(
            (name) => [name, `${about ? "~" : ""}${short(lostTokens[name])} tokens`] as const,
          );
  const avoidable = avoidableUsd === null ? null : avoidableUsd.ours + avoidableUsd.provider;
  return [
    sum("paid", paidUsd === null ? "unknown" : usd(paidUsd), paidUsd === null ? "no request has a price" : ""),
    sum(
      "avoidable",
      avoidable === null ? "unknown" : usd(avoidable, about),
      parts.map(([name, text]) => `${name} ${text}`).join(" · "),
    ),
    sum("requests", count(totals.requests), `${count(totals.compared)} compared with the one that they continue`),
    sum("breaks", count(totals.breaks), totals.suspected === 0 ? "" : `and ${count(totals.suspected)} possible`),
    sum(
      "conversations",
      count(totals.conversations),
      totals.damaged === 0 ? "" : `${pluralize(totals.damaged, "damaged request")} skipped`,
    ),
    ...(totals.withoutBodies === 0
      ? []
      : [sum("without bodies", count(totals.withoutBodies), "only counters, in no figure here")]),
  ];
}

function sum(name: string, value: string, note: string): HTMLElement {
  return h("div", {}, h("dt", {}, name), h("dd", {}, h("b", {}, value), h("span", { class: "faint" }, note)));
}
