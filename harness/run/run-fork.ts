import { checkDecisions } from "../checks/check-decisions.ts";
import { checkFirstTurn, warnOfLowRatio } from "../checks/check-first-turn.ts";
import { checkOutput } from "../checks/check-output.ts";
import { checkScript } from "../checks/check-script.ts";
import { checkStop } from "../checks/check-stop.ts";
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
import type { Gathered } from "./gathered.ts";

/** Runs a scenario's forks against the mocked provider and judges what reached the wire. */
export async function runFork(scenario: ForkScenario, open: (source: string) => Recording): Promise<Gathered> {
  const { parent: recorded, provider, fork, expect, movesPrefix } = scenario;
  if (provider.mode !== "mock") throw notYet(scenario);
  const parent = recorded === null ? null : chooseExchange(open(recorded.source), recorded.exchange);
  const { served, reports, faults } = await runMockedFork(scenario, parent);
  const wire = pairUp(served, fork.siblings.count);
  const judgements = wire.forks.flatMap(({ first }) =>
    wire.parent === null || first === null
      ? []
      : [judge({ parent: wire.parent, child: first, ...(provider.name === null ? {} : { provider: provider.name }) })],
  );
  const forks = wire.forks.map(({ lane, served: own }, at) =>
    describeFork(lane, own, wire.parent, reports[at] ?? null),
  );
  return {
    judgements,
    forks,
    checks: [
      checkScript(faults, served.length),
      ...checkPrefix(judgements, expect, movesPrefix),
      ...judgements.flatMap((judgement) => checkPair(judgement, expect)),
      ...checkForks(forks, expect),
    ],
    warnings: judgements.length === forks.length ? warnOfLowRatio(forks, judgements) : [],
  };
}

function checkForks(forks: readonly ForkRun[], expect: ForkExpectation): readonly CheckResult[] {
  const { firstTurn, decisions, stop, output, usage } = expect;
  return [
    ...(firstTurn === null ? [] : checkFirstTurn(forks, firstTurn)),
    ...(decisions === null ? [] : [checkDecisions(forks, decisions)]),
    ...(stop === null ? [] : [checkStop(forks, stop)]),
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
