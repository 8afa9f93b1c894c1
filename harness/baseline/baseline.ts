import { HarnessError } from "../kernel/faults/harness-error.ts";
import { isJsonObject, parseJson } from "../kernel/json.ts";
import type { RunResult } from "../kernel/run-result.ts";
import { figuresOf, type JobFigures, reusableWorstFirst, verdictsWorstFirst } from "./job-figures.ts";

/** What one run is compared with: the figures of its jobs, and the dates of what their costs depend on. */
export type Baseline = { readonly dates: RunResult["dates"]; readonly jobs: readonly JobFigures[] };

const SCHEMA = "forkproof/baseline@1";

export function baselineOf({ dates, jobs }: Pick<RunResult, "dates" | "jobs">): Baseline {
  return { dates, jobs: inOrder(jobs.map(figuresOf)) };
}

/** JSON Lines: a head with the number of jobs, then a line for each job by its id. Nothing in it differs between two runs of the same inputs. */
export function renderBaseline({ dates, jobs }: Baseline): string {
  const head = JSON.stringify({ schema: SCHEMA, jobs: jobs.length, ...dates });
  return [head, ...inOrder(jobs).map((job) => JSON.stringify(job))].map((line) => `${line}\n`).join("");
}

/** Whether a text is meant as a baseline. */
export function isBaseline(text: string): boolean {
  return /^\s*\{"schema":\s*"forkproof\/baseline@/.test(text);
}

/**
 * Reads a baseline from its text; `file` is its path as messages show it.
 *
 * @throws HarnessError HX527 for a text that is not a baseline, another version, a broken line, an id that stands there twice, or missing lines
 */
export function parseBaseline(text: string, file: string): Baseline {
  const lines = text.split("\n").map((line, at) => ({ line, where: `${file}:${at + 1}` }));
  const [head, ...rest] = lines.filter(({ line }) => line.trim() !== "");
  if (head === undefined) throw broken("the file is empty", file);
  const { schema, jobs: count, rules, prices } = parseLine(head.line, head.where);
  if (schema !== SCHEMA) {
    const isOther = typeof schema === "string" && schema.startsWith("forkproof/baseline@");
    throw broken(isOther ? `this is ${schema}; this version reads ${SCHEMA}` : "not a baseline", head.where);
  }
  if (typeof rules !== "string" || typeof prices !== "string") {
    throw broken("the first line lacks the dates of `rules` and `prices`", head.where);
  }
  const dates = { rules, prices };
  const places = new Map<string, string>();
  const jobs = rest.map(({ line, where }) => {
    const job = toFigures(parseLine(line, where), where);
    const earlier = places.get(job.id);
    if (earlier !== undefined) throw broken(`the job "${job.id}" stands here twice`, `${earlier} and ${where}`);
    places.set(job.id, where);
    return job;
  });
  // Older files lack this number.
  if (count !== undefined && count !== jobs.length) {
    const what = `the first line counts ${JSON.stringify(count)} jobs, and the file has ${jobs.length}: lines are missing or were added`;
    throw broken(what, head.where);
  }
  return { dates, jobs };
}

function parseLine(line: string, where: string): Readonly<Record<string, unknown>> {
  const value = parseJson(line);
  if (isJsonObject(value)) return value;
  throw broken("this line is not a JSON object", where);
}

const NUMBERS = ["ratio", "lost", "fresh", "write", "output", "usd", "breakUsd"] as const;
const TEXTS = ["id", "file"] as const;

/** Another word could not be ranked, so whatever came after it would pass. */
const WORDS: Readonly<Record<"status" | "verdict" | "reusable", ReadonlySet<unknown>>> = {
  status: new Set(["passed", "failed", "skipped", "errored"] satisfies readonly JobFigures["status"][]),
  verdict: new Set([null, ...verdictsWorstFirst]),
  reusable: new Set([null, ...reusableWorstFirst]),
};

/** The parsing edge: members are looked at one by one. */
function toFigures(value: Readonly<Record<string, unknown>>, where: string): JobFigures {
  const wrong = [
    ...TEXTS.filter((name) => typeof value[name] !== "string"),
    ...NUMBERS.filter((name) => value[name] !== null && typeof value[name] !== "number"),
    ...(["status", "verdict", "reusable"] as const).filter((name) => !WORDS[name].has(value[name])),
    ...(["tags", "causes"] as const).filter((name) => !isTexts(value[name])),
    ...(isCounts(value["unknown"] ?? {}) ? [] : ["unknown"]),
  ];
  if (wrong.length > 0) throw broken(`the line has no valid \`${wrong[0]}\``, where);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every member was looked at above
  return value as JobFigures;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isCounts(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((each) => Number.isSafeInteger(each));
}

function inOrder(jobs: readonly JobFigures[]): readonly JobFigures[] {
  return jobs.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
}

function broken(what: string, where: string): HarnessError {
  const fix = "write it again with `forkproof run --baseline FILE --update-baseline`, or restore it";
  return new HarnessError({ code: "HX527", what, where, fix, exit: 2 });
}
