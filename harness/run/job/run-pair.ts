import type { ProviderCache } from "../../providers/provider.ts";
import { recordedFirstTurn, warnOfLowRatio } from "../../checks/pairs/first-turns.ts";
import type { Recording } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { checkExpectations } from "../../scenario/expectations/expectations.ts";
import { unexpectedWarnings, warnings as warned } from "../../scenario/expectations/warnings.ts";
import type { PairScenario } from "../../scenario/scenario.ts";
import { judge } from "../../verdict/judge.ts";
import { judgeOfRecording } from "../../verdict/costs/kept-alive.ts";
import { checkProviderAsked } from "../check-provider-asked.ts";
import { chooseExchange } from "../choose-exchange.ts";
import type { Gathered } from "./gathered.ts";
import type { ModelWatch } from "../model-watch.ts";

/** Judges two recorded requests. `open` resolves a source as the scenario spells it. */
export function runPair(
  scenario: PairScenario,
  open: (source: string) => Recording,
  caches?: readonly ProviderCache[],
  models?: ModelWatch,
): Gathered {
  const { parent, child, at, provider, expect, expectBreak } = scenario;
  const [left, right] = [open(parent.source), open(child.source)];
  const requests = { parent: chooseExchange(left, parent.exchange), child: chooseExchange(right, child.exchange) };
  if (left === right && requests.parent.id === requests.child.id) throw oneRequest(scenario, requests.parent.id);
  checkProviderAsked(scenario, requests.child);
  for (const exchange of [requests.parent, requests.child]) models?.see(exchange, scenario);
  const pair = {
    ...requests,
    ...(caches && { caches }),
    ...(at !== null && { at }),
    ...(provider !== null && { provider }),
  };
  // With two sources, other requests may have met the cache in between; they are unknown.
  const judgement = left === right ? judgeOfRecording(left, pair, false) : judge(pair);
  const firstTurn = recordedFirstTurn(judgement);
  const warnings = warnOfLowRatio(firstTurn);
  const evidence = { judgements: [judgement], firstTurns: [firstTurn], warnings, expectBreak };
  return {
    judgements: evidence.judgements,
    pairs: [{ ...requests, judgement }],
    checks: checkExpectations(expect, evidence),
    forks: [],
    warnings: unexpectedWarnings(warnings, expectedOf(expect, warned)),
  };
}

/** Held against itself, a request always passes: such a gate looks at nothing. */
function oneRequest({ place }: PairScenario, id: string): HarnessError {
  return new HarnessError({
    code: "HX255",
    what: `parent and fork are the same request, ${id}`,
    where: place,
    fix: "name two requests of the recording",
    exit: 2,
  });
}
