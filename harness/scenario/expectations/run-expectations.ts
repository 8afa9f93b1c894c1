import { emptyBounds, type ExpectationRule, unproducible } from "./expectation-rule.ts";
import type { ValueFault } from "../shape/fault.ts";
import { WARNING_CODES } from "./judged-expectations.ts";
import type { ScriptedAnswer } from "../provider-section.ts";
import type { ForkScenario, PairScenario, SessionScenario, StopCause } from "../scenario.ts";

type Judged = PairScenario | SessionScenario | ForkScenario;

/** What a fork that runs can show, by who runs it and who answers it. */

export const inFirstTurn: ExpectationRule<Judged> = (scenario) => {
  const { firstTurn } = scenario.expect;
  if (firstTurn === null) return [];
  return [...emptyBounds(["firstTurn"], firstTurn, 1), ...unanswered(scenario, "firstTurn")];
};

export const inUsage: ExpectationRule<ForkScenario> = (scenario) => {
  const { usage } = scenario.expect;
  if (usage === null) return [];
  return [...emptyBounds(["usage"], usage, Infinity), ...unanswered(scenario, "usage")];
};

/** A run warns of CB900 alone; a live one also where the provider and the judge disagree. */
export const inWarnings: ExpectationRule<Judged> = (scenario) => {
  const { warnings } = scenario.expect;
  if (warnings === null) return [];
  const isLive = scenario.kind === "fork" && scenario.provider.mode === "live";
  const known = isLive ? [...WARNING_CODES, "CB903"] : WARNING_CODES;
  const others = warnings.filter((code) => !known.includes(code));
  const fix = "name a cause under `findings`, or remove the code";
  return [
    ...others.map((code) => unproducible(["warnings"], "value", `expects ${code}, which is no warning`, fix)),
    ...unanswered(scenario, "warnings"),
  ];
};

/** Without a call there is no decision, and an empty list would hold for nothing. */
export const inDecisions: ExpectationRule<ForkScenario> = (scenario) => {
  const answers = scriptedAnswers(scenario);
  const calls = answers.some((answer) => answer.kind === "message" && answer.calls.length > 0);
  if (scenario.expect.decisions === null || answers.length === 0 || calls) return [];
  const what = "speaks of tool calls, and the script makes none";
  return [unproducible(["decisions"], "value", what, "script a `call`, or remove it")];
};

export const neverDecides: ExpectationRule<ForkScenario> = ({ expect: { decisions } }) =>
  decisions === null
    ? []
    : [unproducible(["decisions"], "key", "speaks of a filter, which a command does not have", "remove it")];

export const inEffects: ExpectationRule<ForkScenario> = ({ fork, expect: { effects } }) => {
  if (effects === null || fork.filter.some(({ kind }) => kind === "auto-mem")) return [];
  const what = "speaks of a memory folder, and the fork has none: nothing on the disk is looked at";
  return [unproducible(["effects"], "key", what, "add `fork.filter: { autoMem: { memoryDir: … } }`, or remove it")];
};

export const inStopOfStrategy: ExpectationRule<ForkScenario> = (scenario) => {
  const { stop } = scenario.expect;
  if (stop === "aborted" && scenario.fork.abortAfterMs === null)
    return [unproducible(["stop"], "value", "expects an abort, and nobody aborts the fork", "set `fork.abortAfter`")];
  const answers = scriptedAnswers(scenario);
  if ((stop !== "refusal" && stop !== "length") || answers.length === 0) return [];
  if (answers.some((answer) => answer.kind === "message" && answer.stop === stop)) return [];
  const what = `expects an answer that ends by \`${stop}\`, and the script has none`;
  return [unproducible(["stop"], "value", what, `script an answer with \`${stop}\``)];
};

export const inStopOfModule: ExpectationRule<ForkScenario> = (scenario) => stopAmong(scenario, ["error", "aborted"]);
export const inStopOfCommand: ExpectationRule<ForkScenario> = (scenario) => stopAmong(scenario, ["error"]);

/** Whoever runs a loop of their own does not say why it ended, unless it failed. */
function stopAmong({ fork, expect: { stop } }: ForkScenario, known: readonly StopCause[]): readonly ValueFault[] {
  if (stop === null || known.includes(stop)) return [];
  const what = `cannot be ${stop}: a ${fork.subject.kind} does not report how its turn loop ended`;
  return [unproducible(["stop"], "value", what, `write ${known.join(" or ")}, or expect its \`output\``)];
}

/** Errors carry no usage: nothing can be said of the tokens of forks that get no answer. */
function unanswered(scenario: Judged, member: string): readonly ValueFault[] {
  const answers = scenario.kind === "fork" ? scriptedAnswers(scenario) : [];
  if (answers.length === 0 || answers.some(({ kind }) => kind === "message")) return [];
  const what = "speaks of usage, and the script answers the fork with errors alone";
  return [unproducible([member], "value", what, "script an answer, or remove it")];
}

/** What the mocked model says to the forks; a replay's script is for recording alone. */
function scriptedAnswers({ provider: { mode, script } }: ForkScenario): readonly ScriptedAnswer[] {
  if (mode !== "mock") return [];
  return Object.entries(script).flatMap(([lane, answers]) => (lane === "parent" ? [] : (answers ?? [])));
}
