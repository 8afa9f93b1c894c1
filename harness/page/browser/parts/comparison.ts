import type { PageComparison } from "../../page-data.ts";
import { diffTexts } from "../data/diff.ts";
import { h } from "../dom.ts";

/** The rates of a comparison, and its pairs of outputs side by side with their differences. */
export function comparisonPart({ axis, values, rows, lines, pairs }: PageComparison): HTMLElement {
  const head = h("tr", {}, ...[`by ${axis}`, ...values, "delta"].map((text) => h("th", { scope: "col" }, text)));
  const body = rows.map(({ name, rates }) => {
    const [first = null, second = null] = rates;
    const delta = first === null || second === null ? "-" : `${second > first ? "+" : ""}${percent(second - first)}`;
    const cells = [...rates.map((rate) => (rate === null ? "-" : `${percent(rate)} %`)), delta];
    return h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((text) => h("td", {}, text)));
  });
  return h(
    "section",
    { class: "comparison" },
    h("h3", {}, `Comparison by ${axis}`),
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...body)),
    ...lines.map((line) => h("p", {}, line)),
    pairs.length === 0
      ? null
      : h(
          "details",
          {},
          h("summary", {}, `Outputs side by side (${pairs.length})`),
          ...pairs.map((pair) => pairPart(pair, values)),
        ),
  );
}

function percent(rate: number): string {
  return (rate * 100).toFixed(0);
}

function pairPart({ row, round, samples }: PageComparison["pairs"][number], values: readonly string[]): HTMLElement {
  const [first, second] = samples;
  const pieces = diffTexts(first.output ?? "", second.output ?? "");
  const side = (at: 0 | 1, mark: "del" | "ins"): HTMLElement => {
    const { passed, output } = samples[at];
    const parts = at === 0 ? pieces.was : pieces.now;
    const text =
      output === null
        ? [h("span", { class: "faint" }, "no output")]
        : parts.map(({ text: each, differs }) => (differs && each !== "" ? h(mark, {}, each) : h("span", {}, each)));
    const label = `${values[at] ?? ""}: ${passed ? "passed" : "failed"}`;
    return h("div", { class: "text-side" }, h("b", { class: "side-label" }, label), h("pre", {}, ...text));
  };
  return h(
    "div",
    { class: "output-pair" },
    h("p", { class: "faint" }, `${row}, round ${round}`),
    h("div", { class: "was-now" }, side(0, "del"), side(1, "ins")),
  );
}
