import { joinSections } from "../lines/join-sections.ts";
import { deltaLines } from "../lines/delta-lines.ts";
import { notPassedSections, summaryLines } from "../lines/run-sections.ts";
import { comparisonTable } from "../tables/comparison-table.ts";
import { decisionTable } from "../tables/decision-table.ts";
import { folderTable } from "../tables/folder-table.ts";
import { forkLines, forkTable } from "../tables/fork-table.ts";
import { jobTable } from "../tables/job-table.ts";
import { liveTable } from "../tables/live-table.ts";
import { makeTextLayout } from "../tables/text-layout.ts";
import type { RenderRun } from "./reporter.ts";

/** A longer run is shown by folder. */
const listedJobs = 20;

/** A run for a person: what did not pass first, then a row for each job and fork or, of many, for each folder; the outcome last. */
export const table: RenderRun = (result, { style, verbose }) => {
  const sheet = makeTextLayout(style);
  const { jobs } = result;
  const listed = (): readonly (readonly string[])[] => [
    jobTable(jobs, sheet),
    decisionTable(jobs, sheet),
    forkTable(jobs, sheet),
  ];
  const isShort = verbose || jobs.length <= listedJobs;
  const sections = [
    ...notPassedSections(result, sheet),
    ...(isShort ? listed() : [folderTable(result, sheet)]),
    forkLines(jobs),
    liveTable(jobs, sheet),
    comparisonTable(result.comparison, sheet, verbose),
    ...(result.baseline === undefined ? [] : [deltaLines(result.baseline, sheet)]),
    summaryLines(result, sheet),
  ];
  return { output: joinSections(sections), files: [] };
};
