import { failsItsJob, isAdvice, isUnknownSample } from "../../../kernel/evals/unknown-sample.ts";
import { joinAsked } from "../../../kernel/evals/asked-graders.ts";
import { passPowers } from "../../../kernel/evals/pass-powers.ts";
import { passRateOf } from "../../../kernel/evals/pass-rate.ts";
import type { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { sum, sumOrNull } from "../../../kernel/numbers.ts";
import type { LiveReport, ParentSharing } from "../../../kernel/live-report.ts";
import type { CheckResult, Warning } from "../../../kernel/run-result.ts";
import { checkExpectations, overRounds } from "../../../scenario/expectations/expectations.ts";
import type { ForkScenario } from "../../../scenario/scenario.ts";
import type { Gathered } from "../../job/gathered.ts";
import type { LeasedParent } from "../parents/shared-parents.ts";
import type { JudgedRound } from "./judge-round.ts";
import type { AnsweredBy } from "./round-evidence.ts";

/** What is known of a live job besides its rounds. */
export type RoundsContext = {
  readonly by: AnsweredBy;
  readonly gates: boolean;
  /** How many rounds were asked for, and the error that kept some from running. */
  readonly asked: number;
  readonly held: HarnessError | null;
  /** Why a round that ran is not in the transcript. */
  readonly unkept: HarnessError | null;
  /** One for each round that was to be sent. */
  readonly parents: readonly ForkedParent[];
  readonly transcript: NonNullable<LiveReport["transcript"]> | null;
};

/** The parent of a round, and whether any fork of the round got an answer. */
export type ForkedParent = LeasedParent & { readonly isServed: boolean };

/**
 * Joins the rounds of a live job. Shown in full is the first round without an answer or a grade, since it alone fails the job; else
 * the first round that failed, or the last one; one that passed where the scenario expects a rate and the rate is met. Its failed checks are warnings
 * unless live jobs are to gate: a model and a cache promise nothing.
 *
 * @throws HarnessError where no round took place
 */
export function gatherRounds(
  { expect }: Pick<ForkScenario, "expect">,
  all: readonly JudgedRound[],
  context: RoundsContext,
): Gathered {
  const { by, gates, asked, held, unkept, parents, transcript } = context;
  const rounds = withoutHeld(all);
  const outcomes = rounds.filter(({ result }) => !isUnknownSample(result.failed)).map(({ run }) => run.passed);
  const overAll = checkExpectations(expect, { ...NO_ROUND, rounds: outcomes }, overRounds);
  const isRated = overAll.length > 0;
  const isMet = isRated && overAll.every(({ status }) => status === "passed");
  const shown =
    rounds.find(({ result }) => failsItsJob(result.failed)) ??
    rounds.find(({ run }) => run.passed === isMet) ??
    rounds.at(-1);
  if (shown === undefined) throw held ?? new Error("a live job was asked to run no time at all");
  const { judgements, forks, warnings, printed = null } = shown;
  const isCut = held !== null && rounds.length < asked;
  const checks = [...shown.checks, ...(isCut ? [checkRounds(rounds.length, asked, held)] : []), ...overAll];
  const parent = sharingOf(parents);
  const grades = rounds.flatMap((round) => round.grades ?? []);
  const ofGraders = rounds.flatMap((round) => round.graders ?? []);
  const graders = ofGraders.length === 0 ? null : joinAsked(ofGraders);
  const live: LiveReport = {
    provider: by.provider,
    host: by.host,
    gates,
    runs: rounds.map(({ run }) => run),
    passPowers: passPowers(outcomes),
    costUsd: sumOrNull([
      ...rounds.map(({ run }) => run.costUsd),
      parent.usd,
      ...(graders === null ? [] : [graders.usd]),
    ]),
    parent,
    ...(graders && { graders }),
    ...(transcript && { transcript }),
  };
  return {
    judgements,
    forks,
    checks,
    live,
    isRated,
    rounds: rounds.map(({ result }) => result),
    passRate: passRateOf(outcomes),
    ...(grades.length > 0 && { grades }),
    ...(printed && { printed }),
    ...(unkept && { fault: unkept }),
    warnings: [...warnings, ...(gates ? [] : advice(checks))],
  };
}

/** The expectations over all rounds read nothing else. */
const NO_ROUND = { judgements: [], firstTurns: [], warnings: [], expectBreak: null };

/** Without rounds of which nothing was answered, because the limit held them back; the first one stays if there is nothing else. */
function withoutHeld(rounds: readonly JudgedRound[]): readonly JudgedRound[] {
  const sent = rounds.filter(({ refusal, hasAnswer }) => refusal === null || hasAnswer);
  return sent.length > 0 ? sent : rounds.slice(0, 1);
}

/** Every fork that got an answer would have sent a parent of its own. */
function sharingOf(leased: readonly ForkedParent[]): ParentSharing {
  const sent = leased.filter(({ isNew }) => isNew).map(({ parent }) => parent.sent);
  const served = leased.filter(({ isServed }) => isServed).map(({ parent }) => parent.sent);
  const saved = served.slice(sent.length);
  return {
    sent: sent.length,
    usd: sumOrNull(sent.map(({ costUsd }) => costUsd)),
    saved: {
      requests: saved.length,
      bytes: sum(saved.map(({ exchange }) => exchange.request.length)),
      usd: sumOrNull(saved.map(({ costUsd }) => costUsd)),
    },
  };
}

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
    .filter(({ check, status }) => status === "failed" && isAdvice(check))
    .map(({ check, expected, observed }) => ({
      code: "LIVE",
      message: `${check}: expected ${expected}, observed ${observed} (live jobs advise; --live-gate makes them fail)`,
    }));
}
