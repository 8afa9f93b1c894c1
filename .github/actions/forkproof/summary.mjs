// Appends the Markdown report to the summary of the job.
import { appendFileSync } from "node:fs";
import { cut, readReport, say } from "./report.mjs";

/** The runner refuses a larger summary of one step. */
const LIMIT = 1024 * 1024;

const { MARKDOWN, GITHUB_STEP_SUMMARY } = process.env;
const { text, missing } = readReport(MARKDOWN);
if (missing !== null) say(missing);
const shown = missing === null ? text : `${missing}: see the log of the step.\n`;
appendFileSync(GITHUB_STEP_SUMMARY, cut(shown, LIMIT, Buffer.byteLength));
