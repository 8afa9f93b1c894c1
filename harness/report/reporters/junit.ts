import { figuresOf } from "../../baseline/job-figures.ts";
import type { JobResult, RunResult } from "../../kernel/run-result.ts";
import { evidenceSections } from "../render-judgement.ts";
import { makeTextLayout } from "../tables/text-layout.ts";
import { type FailedJob, failedJobs } from "./parts/failed-jobs.ts";
import { runFailures } from "./parts/run-failures.ts";
import type { RenderRun } from "./reporter.ts";

/**
 * JUnit XML as Jenkins and GitLab read it (xunit-plugin, junit-10.xsd): a suite for each scenario file, a case for each job. That schema
 * has properties on suites alone, so those of a file with several jobs name the cell of the matrix.
 */
export const junit: RenderRun = (result) => {
  const { jobs, timing } = result;
  const failures = new Map(failedJobs(result).map((each) => [each.job, each]));
  const suites = [...Map.groupBy(jobs, ({ file }) => file)].map(([file, own]) => suiteOf(file, own, failures, timing));
  const reasons = runFailures(result);
  const { tests, failures: failed, errors } = countsOf(jobs);
  const counts = { tests: tests + reasons.length, failures: failed, errors: errors + reasons.length };
  const attributes = { name: "forkproof", ...counts, time: seconds(jobs, timing) };
  if (reasons.length > 0) suites.push(runSuite(reasons, timing));
  return { output: `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", attributes, suites)}`, files: [] };
};

/** A reader of cases alone sees here that the run did not pass. */
function runSuite(reasons: readonly string[], { startedAt }: RunResult["timing"]): string {
  const counts = { tests: reasons.length, failures: 0, errors: reasons.length, skipped: 0 };
  const cases = reasons.map((reason, at) =>
    element("testcase", { name: `run, reason ${at + 1}`, classname: "forkproof", time: "0.000" }, [
      element("error", { message: reason, type: "run" }, []),
    ]),
  );
  return element(
    "testsuite",
    { name: "forkproof", ...counts, timestamp: startedAt.slice(0, 19), time: "0.000" },
    cases,
  );
}

function suiteOf(
  file: string,
  jobs: readonly JobResult[],
  failures: ReadonlyMap<JobResult, FailedJob>,
  timing: RunResult["timing"],
): string {
  const skipped = jobs.filter(({ outcome }) => outcome.status === "skipped").length;
  const attributes = {
    name: file,
    ...countsOf(jobs),
    skipped,
    timestamp: timing.startedAt.slice(0, 19),
    time: seconds(jobs, timing),
  };
  const properties = jobs.flatMap((job) => propertiesOf(job, jobs.length > 1));
  const cases = jobs.map((job) => {
    const time = seconds([job], timing);
    return element("testcase", { name: job.id, classname: file, time }, outcomeOf(job, failures.get(job) ?? null));
  });
  return element("testsuite", attributes, [
    ...(properties.length === 0 ? [] : [element("properties", {}, properties)]),
    ...cases,
  ]);
}

/** Unknown figures are left out, never 0. */
function propertiesOf(job: JobResult, isOneOfMany: boolean): readonly string[] {
  if (job.outcome.status === "skipped") return [];
  const { ratio, lost, breakUsd, causes } = figuresOf(job);
  const choices = Object.entries(job.variant).map(([axis, value]) => `${axis}=${value}`);
  const cell = isOneOfMany ? ` [${choices.join(", ")}]` : "";
  const figures = { ratio, lostTokens: lost, breakUsd, code: causes.join(" ") || null };
  return Object.entries(figures).flatMap(([name, value]) =>
    value === null ? [] : [element("property", { name: name + cell, value }, [])],
  );
}

function outcomeOf({ outcome, judgements }: JobResult, failure: FailedJob | null): readonly string[] {
  if (outcome.status === "skipped") return [element("skipped", { message: outcome.reason }, [])];
  if (failure === null) return [];
  const { title, failed } = failure;
  const body =
    outcome.status === "errored"
      ? [outcome.error.where ?? "", outcome.error.fix].filter((line) => line !== "")
      : failed.map(
          ({ check, expected, observed, examined }) =>
            `${check}: expected ${expected}, observed ${observed} (examined ${examined.count} ${examined.what})`,
        );
  const name = outcome.status === "errored" ? "error" : "failure";
  const type = outcome.status === "errored" ? outcome.error.code : (failed[0]?.check ?? "nothing examined");
  const sheet = makeTextLayout({ colour: false, columns: 120 });
  const shown = judgements.filter(
    ({ divergence, findings }) => divergence !== null || findings.some(({ role }) => role === "cause"),
  );
  const excerpt = shown.slice(0, 1).flatMap((judgement) => evidenceSections(judgement, sheet).flat());
  return [
    element(name, { message: title, type }, [escapeText(body.join("\n"))]),
    ...(excerpt.length === 0 ? [] : [element("system-out", {}, [escapeText(excerpt.join("\n"))])]),
  ];
}

function countsOf(jobs: readonly JobResult[]): Readonly<Record<"tests" | "failures" | "errors", number>> {
  const count = (status: JobResult["outcome"]["status"]): number =>
    jobs.filter(({ outcome }) => outcome.status === status).length;
  return { tests: jobs.length, failures: count("failed"), errors: count("errored") };
}

function seconds(jobs: readonly JobResult[], { jobsMs }: RunResult["timing"]): string {
  return (jobs.reduce((sum, { id }) => sum + (jobsMs[id] ?? 0), 0) / 1000).toFixed(3);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[],
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  const head = `${name}${given.join("")}`;
  if (content.length === 0) return `<${head}/>\n`;
  const isText = content.length === 1 && !content[0]?.startsWith("<");
  return isText ? `<${head}>${content[0]}</${name}>\n` : `<${head}>\n${content.join("")}</${name}>\n`;
}

function escapeText(text: string): string {
  return withoutForbidden(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#9;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;");
}

/** XML 1.0 has no way to write these. */
function withoutForbidden(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}");
}
