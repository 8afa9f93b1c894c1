import { axisRows, type Sample } from "../kernel/evals/axis-rows.ts";
import { pairsOf } from "../kernel/evals/compare-axis.ts";
import type { RunResult } from "../kernel/run-result.ts";
import type { PageComparison, PageSample } from "./page-data.ts";

/** Pairs beyond these are in the JSON report. */
const MOST = 500;

/** A comparison as the page shows it: rates, costs, and the outputs of each pair. `lines` say what the pairs show. */
export function pageComparison(
  { comparison, jobs }: RunResult,
  lines: readonly string[],
  measures: PageComparison["measures"],
): PageComparison | null {
  if (comparison === undefined) return null;
  const { axis, values, rows, checks, rates } = comparison;
  const inOrder = (of: typeof rates): readonly (number | null)[] => values.map((value) => of[value] ?? null);
  const pairs = axisRows(jobs, axis).flatMap((each) =>
    pairsOf(each, values).map(([first, second], at) => ({ row: each.row, round: at + 1, first, second })),
  );
  const [flips, others] = [true, false].map((flipped) => pairs.filter((pair) => isFlip(pair) === flipped));
  return {
    axis,
    values,
    rows: [
      ...rows.map((row) => ({ name: row.row, rates: inOrder(row.rates) })),
      ...checks.map((each) => ({ name: `expectation ${each.check}`, rates: inOrder(each.rates) })),
      { name: "total", rates: inOrder(rates) },
    ],
    measures,
    lines,
    unlisted: Math.max(0, pairs.length - MOST),
    pairs: [...(flips ?? []), ...(others ?? [])].slice(0, MOST).map(({ row, round, first, second }) => ({
      row,
      round,
      samples: [sampleOf(first), sampleOf(second)],
    })),
  };
}

/** Whether one of the two passed and the other did not. */
function isFlip({ first, second }: { readonly first: Sample; readonly second: Sample }): boolean {
  return first.isMet !== null && second.isMet !== null && first.isMet !== second.isMet;
}

function sampleOf({ isMet, output }: Sample): PageSample {
  return { passed: isMet, output };
}
