import type { PageComparison } from "../../page-data.ts";
import { diffTexts } from "../data/diff.ts";
import { fill, h } from "../dom.ts";

/** The rates of a comparison, and its pairs of outputs side by side with their differences. */
export function comparisonPart({ axis, values, rows, measures, lines, pairs, unlisted }: PageComparison): HTMLElement {
  const head = h("tr", {}, ...[`by ${axis}`, ...values, "delta"].map((text) => h("th", { scope: "col" }, text)));
  const body = rows.map(({ name, rates }) => {
    const [first = null, second = null] = rates;
    const delta = first === null || second === null ? "-" : `${second > first ? "+" : ""}${percent(second - first)}`;
    const cells = [...rates.map((rate) => (rate === null ? "-" : `${percent(rate)} %`)), delta];
    return rowOf(name, cells);
  });
  return h(
    "section",
    { class: "comparison" },
    h("h3", {}, `Comparison by ${axis}`),
    h(
      "table",
      {},
      h("thead", {}, head),
      h("tbody", {}, ...body),
      h("tbody", { class: "measures" }, ...measures.map(([name = "", ...cells]) => rowOf(name, cells))),
    ),
    ...lines.map((line) => h("p", {}, line)),
    pairs.length === 0 ? null : outputsPart(pairs, values, unlisted),
  );
}

function rowOf(name: string, cells: readonly string[]): HTMLElement {
  return h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((text) => h("td", {}, text)));
}

/** Open from the start if some pair differs. Hundreds of texts are compared only once they are to be seen. */
function outputsPart(pairs: PageComparison["pairs"], values: readonly string[], unlisted: number): HTMLElement {
  const flips = pairs.filter(
    ({ samples }) =>
      new Set(samples.map(({ passed }) => passed ?? "")).size > 1 && samples.every(({ passed }) => passed !== null),
  ).length;
  const list = h("div", {});
  const draw = (): void => {
    if (list.childElementCount > 0) return;
    const more = unlisted === 0 ? null : h("p", { class: "faint" }, `${unlisted} more pairs are in the JSON report.`);
    fill(list, ...pairs.map((pair) => pairPart(pair, values)), more);
  };
  const count = `${pairs.length} ${pairs.length === 1 ? "pair" : "pairs"}, ${flips} passed by one value alone`;
  const summary = h("summary", {}, `Outputs side by side: ${count}`);
  return h("details", { open: flips > 0, ontoggle: draw }, summary, list);
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
    const outcome = passed === null ? "unknown" : passed ? "passed" : "failed";
    const label = h(
      "b",
      { class: "side-label" },
      h("span", { class: `outcome ${outcome}` }, outcome),
      values[at] ?? "",
    );
    return h("div", { class: "text-side" }, label, h("pre", { tabindex: 0 }, ...text));
  };
  return h(
    "div",
    { class: "output-pair" },
    h("p", { class: "faint" }, `${row}, round ${round}`),
    h("div", { class: "was-now" }, side(0, "del"), side(1, "ins")),
  );
}
