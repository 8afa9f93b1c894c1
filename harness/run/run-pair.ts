import { checkPair, checkPrefix } from "../checks/prefix-checks.ts";
import type { Recording } from "../kernel/exchange.ts";
import type { PairScenario } from "../scenario/scenario.ts";
import { judge } from "../verdict/judge.ts";
import { chooseExchange } from "./choose-exchange.ts";
import type { Gathered } from "./gathered.ts";

/** Judges two recorded requests. `open` resolves a source as the scenario spells it. */
export function runPair(scenario: PairScenario, open: (source: string) => Recording): Gathered {
  const { parent, child, at, provider, expect, movesPrefix } = scenario;
  const judgement = judge({
    parent: chooseExchange(open(parent.source), parent.exchange),
    child: chooseExchange(open(child.source), child.exchange),
    ...(at === null ? {} : { at }),
    ...(provider === null ? {} : { provider }),
  });
  return {
    judgements: [judgement],
    checks: [...checkPrefix([judgement], expect, movesPrefix), ...checkPair(judgement, expect)],
    forks: [],
    warnings: [],
  };
}
