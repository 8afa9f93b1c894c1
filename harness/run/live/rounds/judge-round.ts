import { sumOrNull } from "../../../kernel/numbers.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import type { Judgement } from "../../../kernel/judgement.ts";
import type { LiveFork, LiveRun, RoundResult } from "../../../kernel/live-report.ts";
import type { ForkRun, Warning } from "../../../kernel/run-result.ts";
import type { ProviderCache } from "../../../providers/provider.ts";
import type { ForkScenario } from "../../../scenario/scenario.ts";
import type { Finding } from "../../../kernel/finding.ts";
import { judge, type Pair } from "../../../verdict/judge.ts";
import { checkScript } from "../../../checks/check-script.ts";
import type { ExaminerHost } from "../../evals/examiner-host.ts";
import { checkExamined } from "../../job/check-examined.ts";
import { checkFork, sharedEndOf } from "../../job/check-fork.ts";
import type { SubjectReport } from "../../fork/subject-task.ts";
import { priceFork } from "../../fork/price-fork.ts";
import { laneOf } from "../../fork/to-mock-script.ts";
import type { Gathered } from "../../job/gathered.ts";
import { brokenLaterTurns, withTurnCosts } from "../../job/later-turns.ts";
import type { JudgedPair } from "../../job/keep-evidence.ts";
import { readDiagnosis } from "../ask-diagnosis.ts";
import { adviceOn, checkAnswered } from "../check-answered.ts";
import type { LiveExchange } from "../live-provider.ts";
import { reconcile } from "../reconcile.ts";
import type { AnsweredBy, RoundEvidence } from "./round-evidence.ts";
import { describeRound } from "./describe-round.ts";

/** The result of one round of a live job. */
export type JudgedRound = Omit<Gathered, "live"> & {
  readonly run: LiveRun;
  readonly result: RoundResult;
  /** Why a request was held back, and whether any was answered. */
  readonly refusal: string | null;
  readonly hasAnswer: boolean;
};

/** By what a round is judged besides its evidence. */
export type RoundRules = {
  readonly by: AnsweredBy;
  readonly caches: readonly ProviderCache[] | undefined;
  /** Where the scenario's modules and graders run. */
  readonly host: ExaminerHost;
};

/** Judges a round by its evidence alone: nothing is sent. */
export async function judgeRound(
  scenario: ForkScenario,
  evidence: RoundEvidence,
  rules: RoundRules,
): Promise<JudgedRound> {
  const { exchanges, reports, unmatched, refusal, parent } = evidence;
  const { by, caches, host } = rules;
  const lanes = Array.from({ length: scenario.fork.siblings.count }, (_, at) => laneOf(at + 1));
  const turns = await brokenLaterTurns(
    lanes.map((lane) => ({ forks: parent, requests: answeredIn(exchanges, lane).map(({ exchange }) => exchange) })),
    { provider: by.provider, ...(caches && { caches }) },
  );
  const seen = lanes.map((lane, at) => {
    const own = exchanges.filter((each) => each.lane === lane);
    return seeFork({ scenario, evidence, rules, lane, own, turns, report: reports[at] ?? null });
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
    turns,
    host,
    sent: [evidence.parent, ...exchanges.map(({ exchange }) => exchange)],
  });
  const answered = checkAnswered(exchanges, seen, evidence);
  const gathered = { ...held, checks: [answered, ...held.checks, ...checkExamined(scenario, held.checks)] };
  const passed = gathered.checks.every(({ status }) => status !== "failed");
  const run = {
    passed,
    forks: seen.map(({ live }) => live),
    costUsd: sumOrNull(exchanges.map(({ costUsd }) => costUsd)),
  };
  const hasAnswer = exchanges.some(({ exchange }) => exchange.response?.status === 200);
  return { ...gathered, run, refusal, hasAnswer, result: describeRound(gathered, evidence) };
}

function answeredIn(exchanges: readonly LiveExchange[], lane: string): readonly LiveExchange[] {
  return exchanges.filter((each) => each.lane === lane && each.exchange.response?.status === 200);
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
  readonly evidence: RoundEvidence;
  readonly rules: RoundRules;
  readonly lane: string;
  readonly own: readonly LiveExchange[];
  readonly turns: readonly JudgedPair[];
  readonly report: SubjectReport | null;
}): {
  readonly fork: ForkRun;
  readonly judgement: Judgement | null;
  readonly live: LiveFork;
  readonly requests: number;
} {
  const { scenario, lane, own, turns, report } = given;
  const { parent } = given.evidence;
  const answered = answeredIn(own, lane);
  const first = answered[0] ?? own[0];
  const { caches, by } = given.rules;
  const { provider, diagnoses } = by;
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
  const sent = answered.map(({ exchange }) => exchange);
  const priced = withTurnCosts(priceFork({ first: first?.exchange ?? null }, fork, provider), sent, turns);
  const usd = sumOrNull(own.map(({ costUsd }) => costUsd));
  const response = answered[0]?.exchange.response ?? null;
  const reconciliation =
    judgement === null || response === null ? null : reconcile(judgement, fork, readDiagnosis(response, diagnoses));
  const live = {
    lane,
    gapMs: gapOf(parent, own[0]),
    costUsd: usd,
    reconciliation,
  };
  return { fork: { ...fork, ...(priced && { cost: { ...priced, usd } }) }, judgement, live, requests: own.length };
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

function gapOf({ startedAtMs, firstByteMs }: Exchange, first: LiveExchange | undefined): number | null {
  const sentMs = first?.exchange.startedAtMs ?? null;
  if (startedAtMs === null || firstByteMs === null || sentMs === null) return null;
  // Whole milliseconds of one clock meet fractions of another: a later request must not seem earlier.
  return Math.max(0, sentMs - startedAtMs - firstByteMs);
}
