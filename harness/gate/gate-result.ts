import { checkAnswers } from "../checks/check-answers.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { CheckResult, JobResult, RunResult, RunSelection, Warning } from "../kernel/run-result.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { version } from "../kernel/version.ts";
import { breakGate } from "../verdict/break-gate.ts";
import { comparedPairs, leftOutText } from "./compared-pairs.ts";
import type { GateConfig } from "./gate-config.ts";
import type { GateEvidence } from "./gate-evidence.ts";
import { type PairGroup, pairGroups, type SeenPair } from "./pair-groups.ts";
import { codesOf, GATE_FILE, pairJob } from "./pair-job.ts";

/** A command that was run, and what crossed the proxy meanwhile. */
export type GateRun = {
  readonly config: GateConfig;
  readonly evidence: GateEvidence;
  /** The exit code of the command. */
  readonly exit: number;
  /** Requests that crossed the proxy whole. */
  readonly requests: number;
  /** Requests on which forkproof itself failed. */
  readonly failedRequests: number;
  /** Requests that the script of `--mock` does not answer, and answers that were not asked for. */
  readonly unplayed: readonly { readonly code: string; readonly what: string; readonly fix: string }[];
  readonly interrupted: boolean;
  /** Of the cache rules and prices that costs come from. */
  readonly dates: RunResult["dates"];
  readonly timing: Pick<RunResult["timing"], "startedAt" | "durationMs" | "timeline">;
};

/** A job for each pair, and last the job `gate` for what concerns all of them. */
export function gateResult(run: GateRun): RunResult {
  const groups = pairGroups(run.evidence, run.config.accept);
  const pairs = groups.map((group) => pairJob(group, run.config.accept));
  const jobs = [...pairs, gateJob(run, groups)];
  const count = (status: JobResult["outcome"]["status"]): number =>
    jobs.filter(({ outcome }) => outcome.status === status).length;
  const [failed, errored] = [count("failed"), count("errored")];
  return {
    schema: "forkproof/run-result@2",
    version,
    outcome: run.interrupted ? "interrupted" : errored > 0 ? "errored" : failed > 0 ? "failed" : "passed",
    selection: GATE_SELECTION,
    dates: run.dates,
    summary: {
      files: 1,
      jobs: jobs.length,
      passed: count("passed"),
      failed,
      errored,
      skipped: 0,
      warnings: jobs.reduce((sum, { warnings }) => sum + warnings.length, 0),
      notRun: 0,
    },
    jobs,
    timing: { ...run.timing, jobsMs: {} },
  };
}

/** A baseline compares the jobs of this file. */
export const GATE_SELECTION: RunSelection = { paths: [GATE_FILE], tags: [], name: null, shard: null };

/** Ids of the requests of a conversation that could not be judged, each with the reason. */
function notJudged({ inspection, damaged }: GateEvidence): readonly string[] {
  const exchanges = inspection?.exchanges ?? [];
  const ids = new Set(breakGate(exchanges).notJudged);
  const wires = new Map(exchanges.map(({ id, dialect }) => [id, dialect]));
  const unread = exchanges.flatMap(({ id, unread: why, dialect, parent }) => {
    const otherWire = `a fork on ${dialect} of request ${parent} on ${wires.get(parent ?? "")}`;
    return ids.has(id) ? [`${id}: ${why ?? otherWire}`] : [];
  });
  const others = [...damaged].flatMap(([id, why]) => (ids.has(id) ? [] : [`${id}: ${why}`]));
  return [...unread, ...others];
}

function gateJob(run: GateRun, groups: readonly PairGroup[]): JobResult {
  const checks = [
    commandCheck(run),
    pairsCheck(run, groups),
    ...scriptCheck(run),
    ...judgedCheck(run),
    ...checkAnswers(run.evidence.inspection?.exchanges ?? []),
  ];
  const isClean = checks.every(({ status }) => status === "passed");
  return {
    id: "gate",
    scenario: "gate",
    file: GATE_FILE,
    place: null,
    kind: "session",
    tags: [],
    variant: {},
    outcome: run.failedRequests > 0 ? lostRequests(run.failedRequests) : { status: isClean ? "passed" : "failed" },
    checks: checks.map((check) => ({ ...check, place: null })),
    judgements: [],
    forks: [],
    warnings: idleAccepts(run.config, groups),
  };
}

function lostRequests(count: number): JobResult["outcome"] {
  const what = `forkproof failed on ${pluralize(count, "request")} of the command, so the gate did not see all of them`;
  const error = { code: "HX999", what, where: null, fix: "see the errors above", exit: 3 } as const;
  return { status: "errored", error };
}

function commandCheck({ exit }: GateRun): CheckResult {
  return {
    check: "command",
    status: exit === 0 ? "passed" : "failed",
    expected: "exit code 0",
    observed: `exit code ${exit}`,
    examined: { count: 1, what: "command" },
  };
}

/** A gate that saw nothing fails, and so does one that saw less than it is there for. */
function pairsCheck({ config: { minPairs }, evidence, requests }: GateRun, groups: readonly PairGroup[]): CheckResult {
  const compared = comparedPairs(groups).length;
  const seen = compared === 0 ? whyNothing(requests) : pluralize(compared, "pair");
  return {
    check: "pairs",
    status: compared >= Math.max(1, minPairs) ? "passed" : "failed",
    expected: `at least ${pluralize(minPairs, "pair")} of requests`,
    observed: `${seen}${leftOutText(evidence, groups)}`,
    examined: { count: requests, what: requests === 1 ? "request" : "requests" },
  };
}

function whyNothing(requests: number): string {
  if (requests > 0) return `nothing was compared: of ${pluralize(requests, "request")}, none continues another`;
  const fix = "tell it its base URL: --preset for a known client, --env for the variable that it reads";
  return `nothing was seen: the command sent no request through the proxy; ${fix}`;
}

/** Present if a conversation went on without an answer, or ended before its script: other turns were compared than were meant. */
function scriptCheck({ unplayed, requests }: GateRun): readonly CheckResult[] {
  if (unplayed.length === 0) return [];
  return [
    {
      check: "script",
      status: "failed",
      expected: "every request has a scripted answer, every answer is used",
      observed: unplayed.map(({ code, what, fix }) => `${code} ${what} ${fix}`).join("; "),
      examined: { count: requests, what: requests === 1 ? "request" : "requests" },
    },
  ];
}

/** Present if a request could not be judged. */
function judgedCheck({ evidence }: GateRun): readonly CheckResult[] {
  const missing = notJudged(evidence);
  if (missing.length === 0) return [];
  return [
    {
      check: "judged",
      status: "failed",
      expected: "every request of a conversation can be judged",
      observed: `not judged: ${missing.join("; ")}`,
      examined: { count: missing.length, what: missing.length === 1 ? "request" : "requests" },
    },
  ];
}

/** An accepted break that no longer occurs would hide the next one of its kind. One that another cause masks occurs once that one is fixed. */
function idleAccepts({ accept }: GateConfig, groups: readonly PairGroup[]): readonly Warning[] {
  const found = new Set(groups.flatMap(({ pairs }) => pairs.flatMap((pair) => [...codesOf(pair), ...maskedIn(pair)])));
  return accept
    .filter(({ code }) => !found.has(code))
    .map(({ code, where }) => ({ code: "HX142", message: `${where}: no pair has ${code}; remove it from \`accept\`` }));
}

function maskedIn({ exchange: { findings } }: SeenPair): readonly FindingCode[] {
  return findings.flatMap(({ code, role }) => (role === "masked" ? [code] : []));
}
