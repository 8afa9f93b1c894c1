import type { OptionSpec } from "../command-spec.ts";
import { queueOptionSpec, queueOptionSpecs } from "./queue-option-specs.ts";
import { reporterOptionSpec, verboseOptionSpec } from "./reporter-option-specs.ts";
import { rulesOptionSpec, unknownModelOptionSpec } from "./shared-option-specs.ts";

const maxWarnings: OptionSpec = {
  name: "max-warnings",
  value: "N",
  description: "fail if there are more warnings than this",
};

const maxBreakUsd: OptionSpec = {
  name: "max-break-usd",
  value: "USD",
  description: "fail if breaks cost more than this, or an unknown sum",
};

const baseline: OptionSpec = {
  name: "baseline",
  value: "FILE",
  description: "fail if a job is worse than this file says: verdict, causes, ratio, lost tokens, cost",
};

const updateBaseline: OptionSpec = {
  name: "update-baseline",
  value: null,
  description: "write the figures of this run's jobs to the file of --baseline",
};

/** What the command line holds a result to. */
export const boundOptions: readonly OptionSpec[] = [maxWarnings, maxBreakUsd, baseline, updateBaseline];

const report: OptionSpec = {
  name: "report",
  value: "FILE",
  description: "write the result here instead of reports/latest.json",
};

/** The options of `merge`: those of `run` that concern its result. */
export const mergeOptions: readonly OptionSpec[] = [
  maxWarnings,
  maxBreakUsd,
  reporterOptionSpec,
  verboseOptionSpec,
  report,
];

/** The options of `run`; the last ones are for scenarios that send requests to the real provider. */
export const runOptions: readonly OptionSpec[] = [
  { name: "tag", value: "TAG", description: "only scenarios with this tag; repeatable", repeats: true },
  { name: "name", value: "REGEXP", description: "only scenarios whose name matches" },
  { name: "rows", value: "A-B", description: "only the rows with these numbers, in scenarios with `cases`" },
  { name: "sample", value: "N", description: "only N rows of each scenario with `cases`, drawn with --seed" },
  { name: "seed", value: "N", description: "with --sample: another number draws other rows; by default 1" },
  rulesOptionSpec,
  unknownModelOptionSpec,
  maxWarnings,
  {
    name: "shard",
    value: "I/N",
    description: "run the I-th of N parts of the selected jobs; `merge` joins their results",
  },
  { name: "jobs", value: "N", description: "jobs that run at once; by default one for each core" },
  queueOptionSpec,
  ...queueOptionSpecs,
  {
    name: "redeliver-after",
    value: "SECONDS",
    description: "with --queue: give a job to another worker when its own has been silent this long; by default 30",
  },
  {
    name: "queue-files",
    value: "PATH",
    description: "with --queue: a file or folder that workers need and no scenario names; repeatable",
    repeats: true,
  },
  maxBreakUsd,
  baseline,
  updateBaseline,
  {
    name: "compare",
    value: "AXIS",
    description: "compare the jobs by the values of this axis of the matrix, paired over rows and rounds",
  },
  {
    name: "keep-failed",
    value: "DIR",
    description: "keep the requests of jobs that fail as cassettes; in CI by default in reports/failed",
  },
  { name: "bail", value: null, description: "stop after the first job that does not pass" },
  reporterOptionSpec,
  verboseOptionSpec,
  {
    name: "blocks",
    value: null,
    description: "list the blocks of judged requests in the result, for `merge --reporter html`",
  },
  { name: "list", value: null, description: "print the selected jobs without running them" },
  report,
  {
    name: "update",
    value: null,
    description: "record the cassette of one scenario with mode: replay again, and report what changed",
  },
  { name: "live", value: null, description: "run scenarios with mode: live against the real provider" },
  {
    name: "base-url",
    value: "URL",
    description: "with --live: send requests here; by default to ANTHROPIC_BASE_URL and its like",
  },
  { name: "max-cost", value: "USD", description: "with --live: refuse a request that could cost more than this" },
  { name: "repeat", value: "N", description: "with --live: run each live scenario N times and report pass^k" },
  {
    name: "live-gate",
    value: null,
    description: "with --live: let live scenarios fail the run; by default they only advise",
  },
  {
    name: "transcripts",
    value: "DIR",
    description: "with --live: keep every round here, in a folder for each run; by default reports/transcripts",
  },
  {
    name: "resume",
    value: "RUN",
    description: "with --live or --queue: continue a run that was cut; rounds and jobs that ended are not run again",
  },
  {
    name: "regrade",
    value: "RUN",
    description: "judge the kept rounds of a live run by today's expectations, without sending anything",
  },
];
