import type { JobResult, RunResult } from "../../kernel/run-result.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { deltaText } from "../lines/delta-lines.ts";
import { observedText } from "../lines/finding-lines.ts";
import { warningGroups } from "../lines/run-sections.ts";
import { markdown } from "./markdown.ts";
import { type FailedJob, failedJobs } from "./parts/failed-jobs.ts";
import { runFailures } from "./parts/run-failures.ts";
import { workflowCommand } from "./parts/workflow-command.ts";
import type { RenderRun } from "./reporter.ts";

/** GitHub shows ten annotations of a kind for each step: the last one counts the rest. */
const SHOWN = 10;

/** The runner takes a summary of one mebibyte. */
const SUMMARY_BYTES = 1024 ** 2;

/** Annotations at the failing expectations, the output of failing subjects, and the job summary. */
export const github: RenderRun = (result, environment) => {
  const failures = failedJobs(result);
  const lines = [
    ...limited(
      [
        ...runFailures(result).map((reason) => workflowCommand("error", { title: "forkproof" }, plain(reason))),
        ...failures.map((failure) => annotationOf(failure, environment.folder)),
        ...regressionsOf(result, environment.folder),
      ],
      "error",
    ),
    ...limited(warningsOf(result, environment.folder), "warning"),
    ...failures.flatMap(({ job }) => printedLines(job, environment.token)),
  ];
  const { stepSummary } = environment;
  const summary = stepSummary === null ? null : markdown(result, environment).output;
  return {
    output: lines.map((line) => `${line}\n`).join(""),
    files: stepSummary === null || summary === null ? [] : [{ path: stepSummary, text: cut(summary) }],
  };
};

function annotationOf({ job, place, title, findings }: FailedJob, folder: string): string {
  const fixes = findings.map((finding) => `${finding.code} ${observedText(finding)}. ${finding.fix}`);
  const position = { file: folder + job.file, line: place?.line ?? null, col: place?.column ?? null };
  return workflowCommand("error", { ...position, title: plain(job.id) }, [title, ...fixes].map(plain).join("\n"));
}

/** One for each job, since ten are shown; where the job is gone, in the baseline that has it. */
function regressionsOf({ baseline, jobs }: RunResult, folder: string): readonly string[] {
  if (baseline === undefined) return [];
  const places = new Map(jobs.map(({ id, file, place }) => [id, { file, place }]));
  const groups = Map.groupBy(
    baseline.deltas.filter(({ gates }) => gates),
    ({ id }) => id,
  );
  return [...groups].map(([id, deltas]) => {
    const { file, place } = places.get(id) ?? { file: baseline.file, place: null };
    const position = { file: folder + file, line: place?.line ?? null, col: place?.column ?? null };
    return workflowCommand("error", { ...position, title: plain(id) }, plain(deltas.map(deltaText).join("\n")));
  });
}

function warningsOf(result: RunResult, folder: string): readonly string[] {
  return warningGroups(result).map(({ ids, code, message, file }) =>
    workflowCommand("warning", { file: folder + file, title: plain(`${code} ${ids}`) }, plain(message)),
  );
}

function limited(commands: readonly string[], name: string): readonly string[] {
  if (commands.length <= SHOWN) return commands;
  const shown = commands.slice(0, SHOWN - 1);
  return [...shown, workflowCommand(name, {}, `and ${formatCount(commands.length - shown.length)} more`)];
}

/** Until the token comes again, the runner reads no commands. */
function printedLines({ id, printed }: JobResult, token: string): readonly string[] {
  const texts = [printed?.stdout ?? "", printed?.stderr ?? ""].filter((text) => text.trim() !== "");
  if (texts.length === 0) return [];
  return [
    workflowCommand("group", {}, plain(`output of ${id}`)),
    workflowCommand("stop-commands", {}, token),
    ...texts.flatMap((text) =>
      text
        .trimEnd()
        .split(/\r\n|\r|\n/)
        .map(escapeControlChars),
    ),
    `::${token}::`,
    workflowCommand("endgroup", {}, ""),
  ];
}

/** In whole lines, with one that says so. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= SUMMARY_BYTES) return text;
  const note = `\n\n${pluralize(Buffer.byteLength(text), "byte")} are too many for a summary: the JSON report has them all.\n`;
  const head = Buffer.from(text)
    .subarray(0, SUMMARY_BYTES - Buffer.byteLength(note) - 1)
    .toString("utf8");
  return head.slice(0, Math.max(0, head.lastIndexOf("\n"))) + note;
}

function plain(text: string): string {
  return text.split("\n").map(escapeControlChars).join("\n");
}
