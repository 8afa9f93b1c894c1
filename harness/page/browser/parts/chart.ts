import { svg } from "../dom.ts";
import { dayAndTime, count, percent, usd } from "../format.ts";
import type { Bucket } from "../data/buckets.ts";

export type ChartMark = { readonly at: number; readonly label: string };

type ChartOptions = {
  readonly title: string;
  readonly value: (bucket: Bucket) => number | null;
  readonly most: number;
  readonly text: (value: number) => string;
  readonly kind: "ratio" | "cost";
  readonly marks: readonly ChartMark[];
};

const [HEIGHT, LEFT, BOTTOM, TOP] = [128, 58, 18, 16];

/** As many pixels as there are, so that its texts keep their size. */
const WIDTH = matchMedia("(max-width: 480px)").matches ? 380 : 560;

/** Bars over time, with a labelled line where each incident begins. */
export function chart(buckets: readonly Bucket[], options: ChartOptions): SVGElement {
  const { title, value, most, text, kind, marks } = options;
  const across = (WIDTH - LEFT - 4) / Math.max(1, buckets.length);
  const height = HEIGHT - BOTTOM - TOP;
  const y = (amount: number): number => TOP + height - (most === 0 ? 0 : (amount / most) * height);
  const bars = buckets.flatMap((bucket, at) => {
    const amount = value(bucket);
    if (amount === null) return [];
    const [x, top] = [LEFT + at * across, y(amount)];
    const bar = svg("rect", {
      class: `bar ${kind}`,
      x: x + (across > 3 ? 0.5 : 0),
      y: top,
      width: Math.max(0.5, across - (across > 3 ? 1 : 0)),
      height: Math.max(0.5, TOP + height - top),
    });
    bar.append(svg("title", {}, `${labelOf(bucket)}: ${text(amount)}, ${count(bucket.requests)} requests`));
    return [bar];
  });
  const lines = [0, 0.5, 1].flatMap((part) => [
    svg("line", { class: "rule", x1: LEFT, x2: WIDTH, y1: y(part * most), y2: y(part * most) }),
    svg("text", { class: "axis", x: LEFT - 5, y: y(part * most) + 4, "text-anchor": "end" }, text(part * most)),
  ]);
  const [first, last] = [buckets[0], buckets.at(-1)];
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${title}: ${summary(buckets, value, text)}`,
      class: "chart",
    },
    ...lines,
    ...bars,
    ...marksOf(buckets, marks, across),
    svg("text", { class: "axis", x: LEFT, y: HEIGHT - 4 }, first === undefined ? "" : labelOf(first)),
    svg(
      "text",
      { class: "axis", x: WIDTH, y: HEIGHT - 4, "text-anchor": "end" },
      last === undefined ? "" : endOf(last),
    ),
  );
}

function marksOf(buckets: readonly Bucket[], marks: readonly ChartMark[], across: number): readonly SVGElement[] {
  const labels = new Map<number, string[]>();
  for (const { at, label } of marks) {
    const place = buckets.findIndex(({ start, end }) => at >= start && at < end);
    if (place >= 0) labels.set(place, [...(labels.get(place) ?? []), label]);
  }
  return [...labels].flatMap(([place, all]) => {
    const x = LEFT + place * across;
    const isAtEnd = x > WIDTH / 2;
    return [
      svg("line", { class: "onset", x1: x, x2: x, y1: TOP - 4, y2: HEIGHT - BOTTOM }),
      // Incidents that begin together share a line, and the numbers of the first few.
      svg(
        "text",
        { class: "onset", x: isAtEnd ? x - 3 : x + 3, y: TOP - 5, "text-anchor": isAtEnd ? "end" : "start" },
        all.length > MOST_LABELS ? `${all.slice(0, MOST_LABELS).join(", ")}, …` : all.join(", "),
      ),
    ];
  });
}

const MOST_LABELS = 4;

function labelOf({ isTimed, start }: Bucket): string {
  return isTimed ? dayAndTime(start) : `request ${count(start)}`;
}

function endOf({ isTimed, end }: Bucket): string {
  return isTimed ? `${dayAndTime(end)} UTC` : count(end - 1);
}

function summary(
  buckets: readonly Bucket[],
  value: (bucket: Bucket) => number | null,
  text: (value: number) => string,
): string {
  const known = buckets.flatMap((bucket) => value(bucket) ?? []);
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined ? "unknown" : `from ${text(first)} to ${text(last)}`;
}

export const ratioText = (value: number): string => percent(value);
export const costText = (value: number): string => (value === 0 ? "$0" : usd(value));
