import type { ForkRun, JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { divergedJudgement, identicalJudgement } from "./sample-judgement.ts";

const passed: JobResult = {
  id: "auto-dream keeps the parent's prefix [model=haiku]",
  scenario: "auto-dream keeps the parent's prefix",
  file: "scenarios/auto-dream.yaml",
  place: { line: 1, column: 7 },
  kind: "pair",
  tags: ["smoke"],
  variant: { model: "haiku" },
  outcome: { status: "passed" },
  checks: [
    {
      check: "verdict",
      place: { line: 9, column: 3 },
      status: "passed",
      expected: "byte-identical",
      observed: "byte-identical",
      examined: { count: 40, what: "blocks" },
    },
  ],
  judgements: [identicalJudgement],
  forks: [],
  warnings: [{ code: "CB900", message: "first turn hit ratio 0.31, expected 0.95" }],
};

const failed: JobResult = {
  ...passed,
  id: "a reviewer that lost a tool",
  scenario: "a reviewer that lost a tool",
  file: "scenarios/reviewer.yaml",
  variant: {},
  outcome: { status: "failed" },
  checks: [
    {
      check: "verdict",
      place: { line: 9, column: 3 },
      status: "failed",
      expected: "byte-identical",
      observed: "diverged at /tools/1",
      examined: { count: 40, what: "blocks" },
    },
    {
      check: "findings",
      place: { line: 9, column: 3 },
      status: "failed",
      expected: "none",
      observed: "CB202",
      examined: { count: 0, what: "findings" },
    },
  ],
  judgements: [divergedJudgement],
  warnings: [],
};

const errored: JobResult = {
  ...failed,
  id: "a parent that is not there",
  scenario: "a parent that is not there",
  file: "scenarios/missing.yaml",
  outcome: {
    status: "errored",
    error: {
      code: "HX201",
      what: "no such recording",
      where: "scenarios/missing.yaml:3:11",
      fix: "check the path; it is read from the scenario's own folder",
      exit: 2,
    },
  },
  checks: [],
  judgements: [],
};

const skipped: JobResult = {
  ...errored,
  id: "a live fork",
  scenario: "a live fork",
  file: "scenarios/live.yaml",
  kind: "fork",
  outcome: { status: "skipped", reason: "needs a key" },
};

/** One job of each outcome. */
export const sampleRun: RunResult = {
  schema: "forkproof/run-result@2",
  version: "0.1.0",
  outcome: "errored",
  selection: { paths: ["scenarios"], tags: [], name: null, shard: null },
  dates: { rules: "2026-11", prices: "2026-11-20" },
  summary: { files: 4, jobs: 4, passed: 1, failed: 1, errored: 1, skipped: 1, warnings: 1, notRun: 0 },
  jobs: [passed, failed, errored, skipped],
  timing: { startedAt: "2026-11-21T20:00:00.000Z", durationMs: 1234, jobsMs: { "a live fork": 0 } },
};

/** The same with its one good job alone. */
export const passedRun: RunResult = {
  ...sampleRun,
  outcome: "passed",
  summary: { files: 1, jobs: 1, passed: 1, failed: 0, errored: 0, skipped: 0, warnings: 1, notRun: 0 },
  jobs: [passed],
};

/** A session of forty broken turns, which is one story. */
export const sessionRun: RunResult = {
  ...sampleRun,
  outcome: "failed",
  summary: { files: 1, jobs: 1, passed: 0, failed: 1, errored: 0, skipped: 0, warnings: 0, notRun: 0 },
  jobs: [
    {
      ...failed,
      kind: "session",
      judgements: [identicalJudgement, ...Array.from({ length: 40 }, () => divergedJudgement)],
    },
  ],
};

const sibling: ForkRun = {
  lane: "fork",
  stop: "completed",
  output: "Done.",
  turns: [{ read: 31_200, write: 0, fresh: 410, output: 12, grade: "estimate" }],
  firstTurnRatio: 0.987,
  expectedRatio: 0.987,
  efficiency: 1,
  decisions: [
    { tool: "read", input: { path: "notes.md" }, decision: "allow", rule: "allow-tools", reason: "It is listed." },
    { tool: "read", input: { path: "plan.md" }, decision: "allow", rule: "allow-tools", reason: "It is listed." },
    { tool: "bash", input: { command: "rm notes.md" }, decision: "deny", rule: "allow-tools", reason: "It is not." },
  ],
  error: null,
};

/** Two siblings, of which the second was never answered, and a decision table. */
export const forkedRun: RunResult = {
  ...passedRun,
  summary: { ...passedRun.summary, files: 2, jobs: 2, passed: 2, warnings: 0 },
  jobs: [
    {
      ...passed,
      kind: "fork",
      warnings: [],
      forks: [
        sibling,
        {
          ...sibling,
          lane: "fork[2]",
          turns: [],
          firstTurnRatio: null,
          expectedRatio: null,
          efficiency: null,
          decisions: null,
        },
      ],
    },
    {
      ...passed,
      id: "what a reviewer may do",
      scenario: "what a reviewer may do",
      kind: "filter",
      judgements: [],
      warnings: [],
      forks: [{ ...sibling, lane: "table", turns: [], firstTurnRatio: null, expectedRatio: null, efficiency: null }],
    },
  ],
};
