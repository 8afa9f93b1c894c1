import type { CheckResult, ForkRun } from "../../kernel/run-result.ts";
import type { FromSchema } from "../schema/from-schema.ts";
import type { ValueFault } from "../shape/fault.ts";
import type { ExpectationOf, ExpectingScenario } from "./expectation.ts";
import { eachFork, forksLooked } from "./parts/each-fork.ts";
import { scriptedAnswers, unproducible } from "./parts/unproducible.ts";

const schema = {
  description: "Why the fork's turn loop ended.",
  enum: ["completed", "max_turns", "length", "refusal", "aborted", "timeout", "error"],
} as const;

/** Why a turn loop ended. */
export type StopCause = FromSchema<typeof schema>;

export const stop: ExpectationOf<typeof schema, StopCause> = {
  name: "stop",
  schema,
  kinds: ["fork"],
  decode: (written) => written,
  unproducible: (value, scenario) => {
    const subject = scenario.kind === "fork" ? scenario.fork.subject.kind : "strategy";
    const known = REPORTED[subject];
    if (known === null) return ofTurnLoop(value, scenario);
    if (known.includes(value)) return [];
    const what = `cannot be ${value}: a ${subject} does not report how its turn loop ended`;
    return [unproducible(["stop"], "value", what, `write ${known.join(" or ")}, or expect its \`output\``)];
  },
  check: (value, { forks = [] }) => (value === null ? [] : [checkStop(forks, value)]),
};

/** A subject with its own turn loop reports only that it failed. Null: the loop is ours and reports every cause. */
const REPORTED: Readonly<Record<"strategy" | "module" | "command", readonly StopCause[] | null>> = {
  strategy: null,
  module: ["error", "aborted"],
  command: ["error"],
};

function ofTurnLoop(value: StopCause, scenario: ExpectingScenario): readonly ValueFault[] {
  if (value === "aborted" && scenario.kind === "fork" && scenario.fork.abortAfterMs === null)
    return [unproducible(["stop"], "value", "expects an abort, but nothing aborts the fork", "set `fork.abortAfter`")];
  const answers = scriptedAnswers(scenario);
  if ((value !== "refusal" && value !== "length") || answers.length === 0) return [];
  if (answers.some((answer) => answer.kind === "message" && answer.stop === value)) return [];
  const what = `expects an answer that ends by \`${value}\`, but the script does not have one`;
  return [unproducible(["stop"], "value", what, `script an answer with \`${value}\``)];
}

/** The stop causes that an error may accompany. With any other, an error is unexpected. */
const WITH_ERROR: ReadonlySet<StopCause> = new Set(["error", "aborted"]);

/** Compares why each fork's loop ended. A subject that does not report it fails: unknown is not as expected. */
export function checkStop(forks: readonly ForkRun[], expected: StopCause): CheckResult {
  const isExpected = ({ stop, error }: ForkRun): boolean =>
    stop === expected && (error === null || WITH_ERROR.has(expected));
  return {
    check: "stop",
    status: forks.length > 0 && forks.every(isExpected) ? "passed" : "failed",
    expected,
    observed: eachFork(
      forks,
      ({ stop, error }) => (stop ?? "not said by the subject") + (error === null ? "" : ` (${error})`),
    ),
    examined: forksLooked(forks.length),
  };
}
