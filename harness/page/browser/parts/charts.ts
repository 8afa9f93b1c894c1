import type { Bucket } from "../data/buckets.ts";
import { h } from "../dom.ts";
import { chart, type ChartMark, costText, ratioText } from "./chart.ts";

/** The hit ratio over time, and what 1,000 requests cost; each only if a request tells it. */
export function charts(all: readonly Bucket[], marks: readonly ChartMark[]): HTMLElement {
  const most = Math.max(0, ...all.map(({ usdPerThousand }) => usdPerThousand ?? 0));
  const ratio = { title: "hit ratio", most: 1, text: ratioText, kind: "ratio", marks } as const;
  const cost = { title: "cost per 1,000 requests", most, text: costText, kind: "cost", marks } as const;
  return h(
    "div",
    { class: "charts" },
    all.every((each) => each.ratio === null)
      ? h("p", { class: "faint" }, "No request reports a hit ratio, so the page has no chart of it.")
      : h("figure", {}, h("figcaption", {}, ratio.title), chart(all, { ...ratio, value: (each) => each.ratio })),
    most === 0
      ? null
      : h(
          "figure",
          {},
          h("figcaption", {}, cost.title),
          chart(all, { ...cost, value: ({ usdPerThousand }) => usdPerThousand }),
        ),
  );
}
