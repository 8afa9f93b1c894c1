import type { JobResult, RunResult } from "../../kernel/run-result.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { deltaText, comparedText } from "../lines/delta-lines.ts";
import { failureLines } from "../lines/failure-lines.ts";
import { observedText } from "../lines/finding-lines.ts";
import { totalsText } from "../lines/run-sections.ts";
import { comparisonTable } from "../tables/comparison-table.ts";
import { makeTextLayout, type TextLayout } from "../tables/text-layout.ts";
import { failedJobs, type FailedJob } from "./parts/failed-jobs.ts";
import { runFailures } from "./parts/run-failures.ts";
import type { RenderRun } from "./reporter.ts";

/** By it, a bot finds the comment that it is to replace. */
const MARK = "<!-- forkproof -->";

/** GitHub takes comments of 65,536 characters: details beyond this are counted. */
const DETAIL_CHARACTERS = 40_000;

/** A comment for a pull request: what failed and regressed, its causes and fixes, details folded. */
export const markdown: RenderRun = (result) => {
  const failures = failedJobs(result);
  const sections = [
    `${MARK}\n**forkproof ${result.outcome}**: ${totalsText(result)}`,
    runFailures(result)
      .map((reason) => `- ${text(reason)}`)
      .join("\n"),
    failureTable(failures),
    regressionTable(result),
    comparison(result),
    ...detailsOf(failures),
  ];
  return { output: `${sections.filter((each) => each !== "").join("\n\n")}\n`, files: [] };
};

function failureTable(failures: readonly FailedJob[]): string {
  if (failures.length === 0) return "";
  const rows = failures.map(({ job, place, title, findings }) => [
    text(job.id),
    code(place === null ? job.file : `${job.file}:${place.line}`),
    text(title),
    findings.map((each) => `${each.code} ${text(observedText(each))}`).join("<br>"),
    findings.map(({ fix }) => text(fix)).join("<br>"),
  ]);
  return table(["failed", "place", "check", "cause", "fix"], rows);
}

function regressionTable({ baseline }: RunResult): string {
  if (baseline === undefined) return "";
  const gates = baseline.deltas.filter((each) => each.gates);
  const notes = baseline.deltas.length - gates.length;
  const said = text(comparedText(baseline)) + (notes === 0 ? "" : `; ${pluralize(notes, "other difference")}`);
  if (gates.length === 0) return said;
  const rows = gates.map((delta) => [text(delta.id), text(deltaText(delta))]);
  return `${table(["regressed", "was -> now"], rows)}\n\n${said}`;
}

function comparison({ comparison: compared }: RunResult): string {
  return compared === undefined ? "" : fenced(comparisonTable(compared, layout(), false));
}

function detailsOf(failures: readonly FailedJob[]): readonly string[] {
  const sections: string[] = [];
  let length = 0;
  for (const { job } of failures) {
    const section = details(job);
    length += section.length;
    if (length > DETAIL_CHARACTERS) break;
    sections.push(section);
  }
  const hidden = failures.length - sections.length;
  return hidden === 0 ? sections : [...sections, `Details of ${formatCount(hidden)} more: see the JSON report.`];
}

function details(job: JobResult): string {
  return `<details><summary>${text(job.id)}</summary>\n\n${fenced(failureLines(job, layout()))}\n\n</details>`;
}

function layout(): TextLayout {
  return makeTextLayout({ colour: false, columns: 100 });
}

function fenced(lines: readonly string[]): string {
  const body = lines.join("\n");
  // A fence is longer than any in what it holds.
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${body}\n${fence}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text of a job in a cell: no mark-up, no mention, no line break of its own. */
function text(value: string): string {
  return html(value)
    .replace(/[\\`*_[\]{}()#+!|~>$-]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replaceAll("@", "@<!-- -->")
    .replaceAll("://", ":<!-- -->//");
}

function code(value: string): string {
  return `<code>${text(value)}</code>`;
}

function html(value: string): string {
  return escapeControlChars(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
