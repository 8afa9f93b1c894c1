import { anything, type ExpectationRule } from "./expectation-rule.ts";
import { inBounds, inClass, inDivergence, inFindings, inNormalisations, inReusable } from "./judged-expectations.ts";
import {
  inDecisions,
  inEffects,
  inFirstTurn,
  inStopOfCommand,
  inStopOfModule,
  inStopOfStrategy,
  inUsage,
  inWarnings,
  neverDecides,
} from "./run-expectations.ts";
import type { ExpectFile } from "../scenario-file.ts";
import type { ForkScenario, PairScenario, SessionScenario } from "../scenario.ts";

/**
 * What each kind of scenario can show of each expectation: the one place that says so. A rule finds what nothing in the scenario can
 * produce, with regard to who answers (`provider.mode`). `no member`: the schema refuses the key, and a test holds the two against each
 * other. Decision tables have no `expect`.
 *
 * What hangs on the recording alone is no part of it: a check that could not look at anything fails by itself.
 */
export const expectationTable: Readonly<Record<keyof ExpectFile, ExpectationRow>> = {
  verdict: same(anything),
  findings: same(inFindings),
  reusable: same(inReusable),
  providerReason: same(anything),
  normalisations: same(inNormalisations),
  warnings: same(inWarnings),
  firstTurn: same(inFirstTurn),
  class: { ...forks(inClass), pair: inClass },
  divergence: { ...forks(inDivergence), pair: inDivergence },
  decisions: { ...forks(inDecisions), module: anything, command: neverDecides },
  effects: forks(inEffects),
  stop: { ...forks(inStopOfStrategy), module: inStopOfModule, command: inStopOfCommand },
  output: forks(anything),
  usage: forks(inUsage),
  simulate: { ...forks("no member"), session: inBounds },
};

/** Whose fork is judged: of a recording, or run. */
type ExpectationRow = {
  readonly pair: Cell<PairScenario>;
  readonly session: Cell<SessionScenario>;
} & Readonly<Record<ForkScenario["fork"]["subject"]["kind"], Cell<ForkScenario>>>;

type Cell<Kind> = ExpectationRule<Kind> | "no member";

/** For every kind. */
function same(rule: ExpectationRule<PairScenario | SessionScenario | ForkScenario>): ExpectationRow {
  return { pair: rule, session: rule, strategy: rule, module: rule, command: rule };
}

/** For forks that are run, and for no recording. */
function forks(rule: Cell<ForkScenario>): ExpectationRow {
  return { pair: "no member", session: "no member", strategy: rule, module: rule, command: rule };
}
