import type { BaselineComparison } from "./baseline-comparison.ts";
import type { Grade } from "./evals/grade.ts";
import type { InspectedBlock } from "./inspection/inspected-block.ts";
import type { Comparison } from "./evals/comparison.ts";
import type { PassRate } from "./evals/pass-rate.ts";
import type { Timeline } from "./inspection/timeline.ts";
import type { Judgement } from "./judgement.ts";
import type { LiveReport, RoundResult } from "./live-report.ts";
import type { RatioVerdict } from "./turn-ratio.ts";
import type { Usage } from "./usage.ts";

/** The result of one run. Every reporter, the baseline and any view read only this. */
export type RunResult = {
  readonly schema: "forkproof/run-result@2";
  readonly version: string;
  readonly outcome: "passed" | "failed" | "errored" | "interrupted";
  /**
   * Why the run did not pass, besides its jobs: an error that kept it from running, a gate of the command line, an interrupt. Absent
   * without such a reason.
   */
  readonly failures?: readonly string[];
  readonly selection: RunSelection;
  readonly summary: RunSummary;
  /** The dates of the cache rules and of the prices: costs depend on them. */
  readonly dates: { readonly rules: string; readonly prices: string };
  /** Present if the run compared its jobs by an axis, once all of them have ended. */
  readonly comparison?: Comparison;
  /** Present if the run was compared with a baseline. */
  readonly baseline?: BaselineComparison;
  readonly jobs: readonly JobResult[];
  readonly timing: {
    readonly startedAt: string;
    readonly durationMs: number;
    readonly jobsMs: Readonly<Record<string, number>>;
    /** Of a gate: ratio and cost of the traffic over time. */
    readonly timeline?: Timeline;
  };
};

/** The jobs that the command line asked for. */
export type RunSelection = {
  /** Files and folders, as they were given. */
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  /** A regular expression on ids; null for all. */
  readonly name: string | null;
  /** The part of the selected jobs that ran, from 1; null for all. */
  readonly shard: { readonly index: number; readonly count: number } | null;
  /** Only the rows with these numbers, from 1; absent for all. */
  readonly rows?: { readonly from: number; readonly to: number };
  /** Only so many rows of each scenario, drawn with a seed; absent for all. */
  readonly sample?: { readonly count: number; readonly seed: number };
};

export type RunSummary = {
  readonly files: number;
  readonly jobs: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly warnings: number;
  /** Jobs that were selected and not reached (an interrupt). */
  readonly notRun: number;
};

/** A row by its id, with its columns as they were written. */
export type JobRow = { readonly id: string; readonly columns: Readonly<Record<string, unknown>> };

export type ScenarioKind = "pair" | "session" | "fork" | "filter";

/** One variant of a scenario, run. */
export type JobResult = {
  /** The scenario's name, and its variant in brackets where it has a matrix: stable and unique in a run. */
  readonly id: string;
  readonly scenario: string;
  /** Path of the scenario file, relative to the working folder, with forward slashes. */
  readonly file: string;
  /** Of the scenario's name; null where no file describes the job. */
  readonly place: FilePosition | null;
  readonly kind: ScenarioKind;
  readonly tags: readonly string[];
  readonly variant: Readonly<Record<string, string | number | boolean>>;
  /** The row of a scenario with `cases`. */
  readonly row?: JobRow;
  readonly outcome: JobOutcome;
  readonly checks: readonly PlacedCheck[];
  readonly judgements: readonly Judgement[];
  /** The judged requests with their blocks. Present if the run was asked for them and could read a pair. */
  readonly requests?: readonly JobRequest[];
  /** The forks of a fork scenario, in the order of siblings; for a filter one, with its decisions; empty for other kinds. */
  readonly forks: readonly ForkRun[];
  readonly warnings: readonly Warning[];
  /** Present for a job that sent requests to the real provider; it differs from run to run. */
  readonly live?: LiveReport;
  /** The rounds of a live job, in order. */
  readonly rounds?: readonly RoundResult[];
  /** How many of its rounds passed. */
  readonly passRate?: PassRate;
  /** The grades that models gave. */
  readonly grades?: readonly Grade[];
  /** The end of the output that the module under test printed. */
  readonly printed?: PrintedOutput;
  /** The cassette with the requests of a job that failed, for `forkproof judge`. */
  readonly evidence?: string;
};

/** A judged request, for a picture of it. */
export type JobRequest = {
  readonly id: string;
  /** The request that it continues, and its judgement: indexes in `requests` and `judgements` of the job; null without one. */
  readonly parent: number | null;
  readonly judgement: number | null;
  /** The source of the states of its blocks. */
  readonly basis: "reported" | "predicted" | "unknown";
  /** In cache order. */
  readonly blocks: readonly InspectedBlock[];
};

/** Text of both streams; secrets of the environment are masked. */
export type PrintedOutput = { readonly stdout: string; readonly stderr: string };

/** One fork that was run, as seen from the provider and as its subject reports it. */
export type ForkRun = {
  /** `fork`, `fork[2]`, …: which sibling. */
  readonly lane: string;
  /** Why the fork's loop ended; null where the subject does not say. */
  readonly stop: string | null;
  /** The fork's last text; null where the subject does not say. */
  readonly output: string | null;
  /** One for each request that the provider answered, in order. */
  readonly turns: readonly ForkTurnUsage[];
  /** read / (read + write + fresh) of the first answered turn; null without an answered turn. */
  readonly firstTurnRatio: number | null;
  /** The most that the parent's prefix allows on that turn. */
  readonly expectedRatio: number | null;
  /** Observed against expected. */
  readonly efficiency: number | null;
  /** The filter's decision on each call; null if the subject does not report it. */
  readonly decisions: readonly FilterDecisionRecord[] | null;
  /** The subject's own word for what went wrong. */
  readonly error: string | null;
  /** The meaning of the ratio. Only forks have one; decision tables do not. */
  readonly ratioVerdict?: RatioVerdict;
  /** By dated prices; of estimated tokens an estimate. */
  readonly cost?: ForkRunCost;
};

/** USD and tokens; null where no price or no counter is known, never 0. */
export type ForkRunCost = {
  readonly model: string;
  readonly usd: number | null;
  /** The extra cost of the first turn, compared with reading everything that the cache was expected to serve, and of later turns that break. */
  readonly breakUsd: number | null;
  /** All prompts as fresh input of equal price. */
  readonly equivalentTokens: number | null;
};

/** Tokens, as the cache model computed them or the provider reported them. */
export type ForkTurnUsage = Usage & { readonly grade: "estimate" | "exact" | "reported" };

export type FilterDecisionRecord = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly decision: "allow" | "deny";
  readonly rule: string;
  readonly reason: string;
  /** Of a shell command: the promise of the dispatcher about the shell that runs its text. */
  readonly promise?: "literal" | "bash" | "confined";
};

export type JobOutcome =
  | { readonly status: "passed" }
  | { readonly status: "failed" }
  | { readonly status: "skipped"; readonly reason: string }
  | { readonly status: "errored"; readonly error: ReportedError };

export type ReportedError = {
  readonly code: string;
  readonly what: string;
  readonly where: string | null;
  readonly fix: string;
  readonly exit: 2 | 3;
};

/**
 * The observations of one check. A check that examined nothing fails; one that this kind of run cannot examine is `not examined`, and
 * neither passes nor fails its job.
 */
export type CheckResult = {
  readonly check: string;
  readonly status: "passed" | "failed" | "not examined";
  readonly expected: string;
  readonly observed: string;
  readonly examined: { readonly count: number; readonly what: string };
  /** Present where numbers are compared: `expected` and `observed` as data. */
  readonly numbers?: ComparedNumbers;
  /** Present if the check compares a script with itself: it passes whatever a model would say. */
  readonly scripted?: true;
};

/** A check as a report shows it, with where its expectation is written; null where no file writes it. */
export type PlacedCheck = CheckResult & { readonly place: FilePosition | null };

/** One value for each fork or turn that was looked at; null where it is not known. */
export type ComparedNumbers = {
  readonly comparison: "<" | "<=" | "=" | ">=" | ">";
  readonly bound: number;
  readonly observed: readonly (number | null)[];
};

/** Line and column from 1, the column in UTF-16 units, as editors count. */
export type FilePosition = { readonly line: number; readonly column: number };

/** Something worth a person's attention that does not fail a run by itself. */
export type Warning = { readonly code: string; readonly message: string };
