import type { JobResult } from "../../kernel/run-result.ts";
import { loadPage } from "../../page/render-page.ts";
import { runPage } from "../../page/run-page.ts";
import { comparedText, deltaText } from "../lines/delta-lines.ts";
import { observedText } from "../lines/finding-lines.ts";
import { totalsText } from "../lines/run-sections.ts";
import { measureRows, verdictLines } from "../tables/comparison-table.ts";
import { failedJobs } from "./parts/failed-jobs.ts";
import type { RenderRun } from "./reporter.ts";

/** The result as a page for a browser. */
export async function loadHtml(): Promise<RenderRun> {
  const render = await loadPage();
  return (result) => {
    const { baseline, comparison } = result;
    const changes = Map.groupBy(baseline?.deltas ?? [], ({ id }) => id);
    const page = runPage(result, {
      summary: totalsText(result),
      comparedLines:
        comparison === undefined
          ? []
          : verdictLines(
              comparison,
              comparison.values.map((value) => `“${value}”`),
            ),
      measures: comparison === undefined ? [] : measureRows(comparison),
      baseline: baseline === undefined ? null : comparedText(baseline),
      linesOf: (job) => [
        ...outcomeLines(job),
        ...(changes.get(job.id) ?? []).map((delta) => `baseline: ${deltaText(delta)}`),
      ],
    });
    return { output: render(page), files: [] };
  };
}

/** Why a job did not pass, what the judge found, and how to go on. */
function outcomeLines(job: JobResult): readonly string[] {
  const { outcome, warnings, evidence } = job;
  if (outcome.status === "skipped") return [outcome.reason];
  const [failure] = failedJobs({ jobs: [job] });
  return [
    ...(outcome.status === "errored"
      ? [`${outcome.error.code} ${outcome.error.what}`, `fix: ${outcome.error.fix}`]
      : []),
    ...(failure?.failed ?? []).map(
      ({ check, expected, observed, examined }) =>
        `${check}: expected ${expected}; observed ${observed}${examined.count === 0 ? " (it examined nothing)" : ""}`,
    ),
    ...(failure?.findings ?? []).map((each) => `${each.code} ${each.slug}: ${observedText(each)}. ${each.fix}`),
    ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
    ...(evidence === undefined ? [] : [`next: forkproof judge ${evidence}`]),
  ];
}
