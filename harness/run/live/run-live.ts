import { sumOrNull } from "../../kernel/numbers.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult, ForkRun, LiveFork, LiveReport, LiveRun, Warning } from "../../kernel/run-result.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { Finding } from "../../kernel/finding.ts";
import { judge, type Pair } from "../../verdict/judge.ts";
import { checkExpectations, overRounds } from "../../scenario/expectations/expectations.ts";
import { checkScript } from "../../checks/check-script.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { checkFork, sharedEndOf } from "../job/check-fork.ts";
import type { SubjectReport } from "../fork/subject-task.ts";
import type { SubjectWorkers } from "../fork/modules/subject-workers.ts";
import { laneOf } from "../fork/to-mock-script.ts";
import type { Gathered } from "../job/gathered.ts";
import { readDiagnosis } from "./ask-diagnosis.ts";
import { adviceOn, ANSWERED, checkAnswered } from "./check-answered.ts";
import type { LiveOptions } from "./live-options.ts";
import type { LiveExchange } from "./live-provider.ts";
import { passPowers } from "../../kernel/evals/pass-powers.ts";
import { reconcile } from "./reconcile.ts";
import { type LiveEvidence, runLiveFork } from "./run-live-fork.ts";

/** The result of one run of a live job. */
type Round = Omit<Gathered, "live"> & { readonly run: LiveRun; readonly endpoint: LiveEvidence["endpoint"] };

/**
 * Runs a scenario against the real provider as often as asked. What is shown in full is the first run that failed, or the
 * last one. Its failed checks are warnings unless live jobs are to gate: a model and a cache promise nothing.
 */
export async function runLive(
  scenario: ForkScenario,
  recorded: Exchange | null,
  options: LiveOptions,
  workers: SubjectWorkers,
): Promise<Gathered> {
  if (recorded === null) throw withoutParent(scenario);
  const rounds: Round[] = [];
  let held: HarnessError | null = null;
  while (rounds.length < options.repeat && held === null) {
    try {
      rounds.push(await playRound(scenario, await runLiveFork(scenario, recorded, options, workers)));
    } catch (fault) {
      // The cost of earlier rounds is reported all the same.
      if (!(fault instanceof HarnessError) || rounds.length === 0) throw fault;
      held = fault;
    }
  }
  const shown = rounds.find(({ run }) => !run.passed) ?? rounds.at(-1);
  if (shown === undefined) throw new Error("a live job was asked to run no time at all");
  const { judgements, forks, warnings, endpoint, printed = null } = shown;
  const outcomes = rounds.map(({ run }) => run.passed);
  const checks = [
    ...shown.checks,
    ...(held === null ? [] : [checkRounds(rounds.length, options.repeat, held)]),
    ...checkExpectations(scenario.expect, { ...NO_ROUND, rounds: outcomes }, overRounds),
  ];
  const live: LiveReport = {
    provider: endpoint.provider,
    host: endpoint.baseUrl.host,
    gates: options.gates,
    runs: rounds.map(({ run }) => run),
    passPowers: passPowers(outcomes),
    costUsd: sumOrNull(rounds.map(({ run }) => run.costUsd)),
  };
  return {
    judgements,
    forks,
    checks,
    live,
    ...(printed && { printed }),
    warnings: [...warnings, ...(options.gates ? [] : advice(checks))],
  };
}

/** The expectations over all rounds read nothing else. */
const NO_ROUND = { judgements: [], firstTurns: [], warnings: [], expectBreak: null };

/** Fails where not every round that was asked for took place. */
function checkRounds(done: number, asked: number, { code, message }: HarnessError): CheckResult {
  const why = code === "HX314" ? "held back" : "not run";
  return {
    check: "rounds",
    status: "failed",
    expected: `${asked} rounds`,
    observed: `${done}, the other ${asked - done} ${why}: ${message}`,
    examined: { count: done, what: done === 1 ? "round" : "rounds" },
  };
}

function advice(checks: readonly CheckResult[]): readonly Warning[] {
  return checks
    .filter(({ check, status }) => status === "failed" && check !== ANSWERED)
    .map(({ check, expected, observed }) => ({
      code: "LIVE",
      message: `${check}: expected ${expected}, observed ${observed} (live jobs advise; --live-gate makes them fail)`,
    }));
}

async function playRound(scenario: ForkScenario, evidence: LiveEvidence): Promise<Round> {
  const { endpoint, parent, exchanges, reports, unmatched, refusal } = evidence;
  const answered = exchanges.find(({ lane }) => lane === "parent");
  const seen = Array.from({ length: scenario.fork.siblings.count }, (_, at) => {
    const lane = laneOf(at + 1);
    const own = exchanges.filter((each) => each.lane === lane);
    return seeFork({
      scenario,
      evidence,
      lane,
      own,
      report: reports[at] ?? null,
      parent: sentParent(parent, answered),
    });
  });
  const told = [
    ...unmatched.map((call) => ({ code: "LIVE", message: `the model called ${call}, and no stub answers it` })),
    ...(refusal === null ? [] : [{ code: "LIVE", message: `a request was held back: ${refusal}` }]),
    ...seen.flatMap(({ live }) => disagreement(live)),
  ];
  const asked = seen.map(({ live, requests }) => ({ lane: live.lane, requests }));
  const held = await checkFork(scenario, seen, {
    reports,
    script: checkScript([], asked),
    printed: evidence.printed,
    told,
    advice: adviceOn(exchanges),
    durationsMs: durationsOf(exchanges),
  });
  const gathered = { ...held, checks: [checkAnswered(exchanges, seen, evidence), ...held.checks] };
  const passed = gathered.checks.every(({ status }) => status !== "failed");
  const run = {
    passed,
    forks: seen.map(({ live }) => live),
    costUsd: sumOrNull(exchanges.map(({ costUsd }) => costUsd)),
  };
  return { ...gathered, endpoint, run };
}

/** From each lane's first request to the end of its last answer. */
function durationsOf(exchanges: readonly LiveExchange[]): ReadonlyMap<string, number> {
  const lanes = Map.groupBy(exchanges, ({ lane }) => lane);
  return new Map(
    [...lanes].map(([lane, own]) => {
      const starts = own.map(({ exchange }) => exchange.startedAtMs ?? 0);
      const ends = own.map(({ durationMs }, at) => (starts[at] ?? 0) + durationMs);
      return [lane, Math.max(...ends) - Math.min(...starts)] as const;
    }),
  );
}

function disagreement({ lane, reconciliation }: LiveFork): readonly Warning[] {
  if (reconciliation === null || reconciliation.agrees !== false) return [];
  const { says, reason } = reconciliation;
  return [{ code: "CB903", message: `${lane}: ${says}${reason === null ? "" : ` (${reason})`}` }];
}

/** The observations of one fork, and the agreement of its three sources. */
function seeFork(given: {
  readonly scenario: ForkScenario;
  readonly evidence: LiveEvidence;
  readonly lane: string;
  readonly own: readonly LiveExchange[];
  readonly report: SubjectReport | null;
  readonly parent: Exchange;
}): {
  readonly fork: ForkRun;
  readonly judgement: Judgement | null;
  readonly live: LiveFork;
  readonly requests: number;
} {
  const { scenario, evidence, lane, own, report, parent } = given;
  const answered = own.filter(({ exchange }) => exchange.response?.status === 200);
  const first = answered[0] ?? own[0];
  const { provider, diagnoses } = evidence.endpoint;
  const { caches } = evidence;
  const at = sharedEndOf(report, scenario);
  const pair = { provider, ...(caches && { caches }), ...at };
  const judgement = first === undefined ? null : judgeRequests({ ...pair, parent, child: first.exchange });
  const ratio = judgement?.ratio ?? null;
  const fork: ForkRun = {
    lane,
    stop: report?.stop ?? null,
    output: report?.output ?? null,
    turns: answered.map((each) => ({ ...(each.usage ?? UNKNOWN), grade: "reported" })),
    firstTurnRatio: ratio?.observed ?? null,
    expectedRatio: ratio?.expected ?? null,
    efficiency: ratio?.efficiency ?? null,
    ...(ratio && { ratioVerdict: ratio.verdict }),
    decisions: report?.decisions ?? null,
    error: report?.error ?? null,
  };
  const response = answered[0]?.exchange.response ?? null;
  const reconciliation =
    judgement === null || response === null ? null : reconcile(judgement, fork, readDiagnosis(response, diagnoses));
  const live = {
    lane,
    gapMs: gapOf(parent, own[0]),
    costUsd: sumOrNull(own.map(({ costUsd }) => costUsd)),
    reconciliation,
  };
  return { fork, judgement, live, requests: own.length };
}

const UNKNOWN = { read: null, write: null, fresh: null, output: null };

/**
 * The verdict on the requests alone: the answers are two other sources. Only the provider's own reason is added to a finding, and
 * the ratio, which comes from the answers' counters.
 */
function judgeRequests(pair: Pair): Judgement {
  const alone = judge({ ...pair, parent: unanswered(pair.parent), child: unanswered(pair.child) });
  const { findings, providerReason, ratio } = judge(pair);
  const isOurs = ({ code, pointer }: Finding): boolean =>
    alone.findings.some((each) => each.code === code && each.pointer === pointer);
  return { ...alone, ratio, providerReason, findings: findings.filter(isOurs) };
}

function unanswered(exchange: Exchange): Exchange {
  return { ...exchange, response: null };
}

/** The parent as it was sent in this run; its history holds an open call more where the recording ends in one. */
function sentParent(parent: Exchange, answered: LiveExchange | undefined): Exchange {
  return { ...parent, ...answered?.exchange, id: parent.id, request: parent.request };
}

function gapOf({ startedAtMs, firstByteMs }: Exchange, first: LiveExchange | undefined): number | null {
  const sentMs = first?.exchange.startedAtMs ?? null;
  if (startedAtMs === null || firstByteMs === null || sentMs === null) return null;
  // Whole milliseconds of one clock meet fractions of another: a later request must not seem earlier.
  return Math.max(0, sentMs - startedAtMs - firstByteMs);
}

function withoutParent({ place }: ForkScenario): HarnessError {
  return new HarnessError({
    code: "HX315",
    what: "a live run sends the parent's request itself, and the scenario has no parent",
    where: place,
    fix: "name a `parent`, or record the command with `forkproof record`",
    exit: 2,
  });
}
