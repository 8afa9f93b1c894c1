import { renderJsonLine } from "../render-json.ts";
import type { RenderRun } from "./reporter.ts";

/** A line for each job, `{ "type": "job", … }` with the members of the result's job, then one `{ "type": "run", … }` with the rest. */
export const jsonl: RenderRun = ({ jobs, ...run }) => ({
  output: [...jobs.map((job) => ({ type: "job", ...job })), { type: "run", ...run }].map(renderJsonLine).join(""),
  files: [],
});
