import { checkDecisions } from "../checks/check-decisions.ts";
import { checkFirstTurn, warnOfLowRatio } from "../checks/check-first-turn.ts";
import { checkOutput } from "../checks/check-output.ts";
import { checkScript } from "../checks/check-script.ts";
import { checkStop } from "../checks/check-stop.ts";
import { checkSubject } from "../checks/check-subject.ts";
import { checkUsage } from "../checks/check-usage.ts";
import { checkPair, checkPrefix } from "../checks/prefix-checks.ts";
import type { Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { CheckResult, ForkRun } from "../kernel/run-result.ts";
import type { ForkExpectation, ForkScenario } from "../scenario/scenario.ts";
import { judge } from "../verdict/judge.ts";
import { chooseExchange } from "./choose-exchange.ts";
import { describeFork, pairUp } from "./fork/fork-runs.ts";
import { runMockedFork } from "./fork/run-mocked-fork.ts";
import type { SubjectReport } from "./fork/subject-task.ts";
import type { Gathered } from "./gathered.ts";

/** Runs a scenario's forks against the mocked provider, or against a recording, and judges what reached the wire. */
export async function runFork(scenario: ForkScenario, open: (source: string) => Recording): Promise<Gathered> {
  const { parent: named, provider, fork, expect, movesPrefix } = scenario;
  if (provider.mode === "live") throw notYet(scenario);
  const recorded = named === null ? null : chooseExchange(open(named.source), named.exchange);
  const { served, reports, faults } =
    provider.mode === "replay"
      ? await (await import("./fork/run-replayed-fork.ts")).runReplayedFork(scenario, recorded, open)
      : await runMockedFork(scenario, recorded);
  const { parent, forks: wire } = pairUp(served, fork.siblings.count, recorded);
  const rules = provider.name === null ? {} : { provider: provider.name };
  const runs = wire.map((each, sibling) => {
    const { first } = each;
    const report = reports[sibling] ?? null;
    // Whoever says that a fork breaks its prefix wants the break told, not the end up to which it holds.
    const at = movesPrefix === null ? (report?.declared?.at ?? null) : null;
    const place = at === null ? {} : { at };
    const judgement = parent === null || first === null ? null : judge({ parent, child: first, ...place, ...rules });
    return { fork: describeFork(each, parent, report), judgement };
  });
  const forks = runs.map((run) => run.fork);
  const judgements = runs.map(({ judgement }) => judgement).filter((judgement) => judgement !== null);
  const warnings = runs.flatMap(({ fork, judgement }) => warnOfLowRatio(fork, judgement));
  const asked = wire.map(({ lane, served }) => ({ lane, requests: served.length }));
  return {
    judgements,
    forks,
    checks: [
      checkScript(faults, asked),
      ...checkPrefix(judgements, declaredBy(reports, scenario), movesPrefix, warnings),
      ...judgements.flatMap((judgement) => checkPair(judgement, expect)),
      ...checkForks(forks, expect),
    ],
    // What a scenario expects is checked, and warns nobody.
    warnings: warnings.filter(({ code }) => expect.warnings?.every((expected) => expected !== code) ?? true),
  };
}

/** What a strategy declares is expected where the scenario says nothing. */
function declaredBy(reports: readonly SubjectReport[], { expect, movesPrefix }: ForkScenario): ForkExpectation {
  const verdict = reports.map(({ declared }) => declared?.verdict).find((each) => each !== undefined);
  if (expect.verdict !== null || movesPrefix !== null || verdict === undefined) return expect;
  return { ...expect, verdict, findings: expect.findings ?? (verdict === "diverged" ? null : []) };
}

/** An error of the subject's own fails, unless the scenario expects the fork to end in one. */
function checkForks(forks: readonly ForkRun[], expect: ForkExpectation): readonly CheckResult[] {
  const { firstTurn, decisions, stop, output, usage } = expect;
  return [
    ...(firstTurn === null ? [] : checkFirstTurn(forks, firstTurn)),
    ...(decisions === null ? [] : [checkDecisions(forks, decisions)]),
    stop === null ? checkSubject(forks) : checkStop(forks, stop),
    ...(output === null ? [] : [checkOutput(forks, output)]),
    ...(usage === null ? [] : checkUsage(forks, usage)),
  ];
}

function notYet({ provider, place }: ForkScenario): HarnessError {
  return new HarnessError({
    code: "HX190",
    what: `this version runs forks against the mocked provider; the scenario asks for mode ${provider.mode}`,
    where: place,
    mend: "write `mode: mock`",
    exit: 2,
  });
}
