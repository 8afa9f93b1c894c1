import { deltaLines } from "../lines/delta-lines.ts";
import { notPassedSections, summaryLines } from "../lines/run-sections.ts";
import { joinSections } from "../lines/join-sections.ts";
import { makeTextLayout } from "../tables/text-layout.ts";
import type { RenderRun } from "./reporter.ts";

/** What did not pass, and the totals: for logs that are read only when a run fails. */
export const minimal: RenderRun = (result, { style }) => {
  const sheet = makeTextLayout(style);
  return {
    output: joinSections([
      ...notPassedSections(result, sheet),
      ...(result.baseline === undefined ? [] : [deltaLines(result.baseline, sheet)]),
      summaryLines(result, sheet),
    ]),
    files: [],
  };
};
