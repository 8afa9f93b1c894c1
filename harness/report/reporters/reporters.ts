import { PAGE_BEGINS } from "../../page/page-begins.ts";
import type { Reporter } from "./reporter.ts";

/** The totals of a run, also on several lines. */
const TOTALS = /^(passed|failed|errored|interrupted) +[\d,]+ jobs? in [\d,]+ files?:\s[^()]*\(\d+\.\d s\)$/m;

/** Every form of a run's report, by name. A new one is a file and a line here. */
export const reporters: readonly Reporter[] = [
  {
    name: "table",
    description: "failures, then a line for each folder or job",
    kind: "text",
    ends: TOTALS,
    load: async () => (await import("./table.ts")).table,
  },
  {
    name: "minimal",
    description: "what did not pass, and the totals",
    kind: "text",
    ends: TOTALS,
    load: async () => (await import("./minimal.ts")).minimal,
  },
  {
    name: "json",
    description: "the result as one document",
    kind: "document",
    begins: /^\{\s*"schema":\s*"forkproof\/run-result@/,
    load: async () => (await import("./json.ts")).json,
  },
  {
    name: "jsonl",
    description: "a line of JSON for each job, then the totals",
    kind: "document",
    begins: /^\{"schema":"forkproof\/run-result@/,
    ends: /"type":"run"\}$/,
    load: async () => (await import("./jsonl.ts")).jsonl,
  },
  {
    name: "github",
    description: "annotations for a pull request, and the summary of the workflow's job",
    kind: "commands",
    begins: /^::(error|warning|group)[ :]/,
    load: async () => (await import("./github.ts")).github,
  },
  {
    name: "junit",
    description: "JUnit XML: a suite for each file, a case for each job",
    kind: "document",
    begins: /^<\?xml[^>]*>\s*<testsuites name="forkproof"/,
    load: async () => (await import("./junit.ts")).junit,
  },
  {
    name: "markdown",
    description: "a comment for a pull request",
    kind: "document",
    begins: /^<!-- forkproof -->/,
    load: async () => (await import("./markdown.ts")).markdown,
  },
  {
    name: "html",
    description: "a page for a browser: failures first, and the judged requests block by block",
    kind: "document",
    showsBlocks: true,
    begins: PAGE_BEGINS,
    load: async () => (await import("./html.ts")).loadHtml(),
  },
];
