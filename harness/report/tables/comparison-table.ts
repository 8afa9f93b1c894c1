import { fineUsdText } from "../../kernel/text/usd-text.ts";
import { percentText } from "../../kernel/numbers.ts";
import type { Comparison, Paired, SampleMeans } from "../../kernel/evals/comparison.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import type { TextLayout } from "./text-layout.ts";

/** More rows than this are counted. */
const LISTED = 40;

/** Longer values are numbered in the head, and written below it. */
const LABEL = 14;

/** Pass rates by value: a line for each row and expectation, the total, and what a sample cost. */
export function comparisonTable(
  comparison: Comparison | undefined,
  sheet: TextLayout,
  isWhole: boolean,
): readonly string[] {
  if (comparison === undefined) return [];
  const { axis, values, rows, checks } = comparison;
  const labels = values.map((value, at) => (value.length > LABEL ? `v${at + 1}` : escapeControlChars(value)));
  const columns: readonly Column[] = [
    { head: `by ${axis}`, align: "left" },
    ...labels.map((head): Column => ({ head, align: "right" })),
    { head: "delta", align: "right" },
  ];
  const listed = isWhole ? rows : rows.slice(0, LISTED);
  const lines = [
    ...listed.map(({ row, rates }) => rateCells(row, values, rates)),
    ...checks.map(({ check, rates }) => rateCells(`expectation ${check}`, values, rates)),
    rateCells("total", values, comparison.rates),
    ...measureRows(comparison).map((row) => row.map(plain)),
  ];
  return [
    ...labels.flatMap((label, at) =>
      label === values[at] ? [] : [`${label}: ${escapeControlChars(values[at] ?? "")}`],
    ),
    ...columnTable(columns, 0, lines, sheet),
    ...(rows.length > listed.length
      ? [`and ${pluralize(rows.length - listed.length, "row")} more: --verbose lists them`]
      : []),
    ...verdictLines(comparison, labels),
  ];
}

function rateCells(name: string, values: readonly string[], rates: Paired["rates"]): readonly Cell[] {
  const shown = values.map((value) => rates[value] ?? null);
  const [first = null, second = null] = shown;
  const delta = first === null || second === null ? null : second - first;
  return [plain(name), ...shown.map((rate) => plain(percent(rate))), plain(delta === null ? "-" : points(delta))];
}

function percent(rate: number | null): string {
  return rate === null ? "-" : percentText(rate);
}

function points(delta: number): string {
  return `${delta > 0 ? "+" : ""}${(delta * 100).toFixed(0)}`;
}

type Measure = {
  readonly name: string;
  readonly of: keyof Omit<SampleMeans, "samples">;
  readonly show: (value: number) => string;
};

/** Means of one sample. */
const MEASURES: readonly Measure[] = [
  { name: "USD a sample", of: "usd", show: fineUsdText },
  { name: "tokens a sample", of: "tokens", show: (value) => formatCount(Math.round(value)) },
  { name: "turns a sample", of: "turns", show: (value) => value.toFixed(1) },
  { name: "ms a sample", of: "durationMs", show: (value) => formatCount(Math.round(value)) },
];

/** What a sample of each value cost and took, as rows of texts: a name, a text for each value, and the difference. */
export function measureRows({ values, means }: Comparison): readonly (readonly string[])[] {
  return MEASURES.map((measure) => measureRow(measure, values, means));
}

function measureRow(
  { name, of, show }: Measure,
  values: readonly string[],
  means: Comparison["means"],
): readonly string[] {
  const shown = values.map((value) => means[value]?.[of] ?? null);
  const [first = null, second = null] = shown;
  const delta = first === null || second === null ? null : second - first;
  return [
    name,
    ...shown.map((value) => (value === null ? "-" : show(value))),
    delta === null ? "-" : `${delta > 0 ? "+" : ""}${show(delta)}`,
  ];
}

/** The pairs behind the total, and what they show. */
export function verdictLines(
  { values, wins, losses, ties, p, unpaired }: Comparison,
  [one = "", other = ""]: readonly string[],
): readonly string[] {
  if (p === null) return ["nothing was compared: no sample has a partner"];
  const better = losses > wins ? other : one;
  const shown = p < 0.05 ? `${better} is better` : "no difference at the 5 % level";
  return [
    `${other} passed alone in ${pluralize(losses, "pair")}, ${one} in ${wins}, ${ties} alike; p = ${p.toPrecision(2)} (exact sign test): ${shown}`,
    ...(unpaired > 0 ? [`${pluralize(unpaired, "sample")} had no partner, or nothing is known of one of the two`] : []),
    ...(values.length > 2 ? [`the test compares the first two of ${values.length} values`] : []),
  ];
}
