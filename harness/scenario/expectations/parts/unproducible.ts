import { emptiness, type NumberBound, parseNumberBound } from "../../decode/number-bound.ts";
import type { ScriptedAnswer } from "../../provider-section.ts";
import { nameOf, type Path, type ValueFault } from "../../shape/fault.ts";
import type { ExpectingScenario } from "../expectation.ts";

/** An expectation that can never hold, or that always holds; `path` starts below `expect`. */
export function unproducible(path: Path, part: ValueFault["part"], what: string, fix: string): ValueFault {
  const whole = ["expect", ...path];
  return { code: "HX116", what: `\`${nameOf(whole)}\` ${what}`, fix, path: whole, part };
}

/** Comparisons that every number satisfies, or that none can satisfy: such a bound checks nothing. */
export function emptyBounds(path: Path, bounds: Bounds, most: number): readonly ValueFault[] {
  return Object.entries(bounds).flatMap(([name, bound]) => {
    const empty = bound === null ? null : emptiness(bound, most);
    if (bound === null || empty === null) return [];
    const whole = most === 1 ? "ratio" : "number";
    const what =
      empty === "always"
        ? `holds for every ${whole}: \`${bound.comparison} ${bound.value}\` checks nothing`
        : `holds for no ${whole}: \`${bound.comparison} ${bound.value}\` can never be met`;
    return [unproducible([...path, name], "value", what, "write a bound that can fail and can be met, or remove it")];
  });
}

type Bounds = Readonly<Record<string, NumberBound | null>>;

/** Errors carry no usage, so nothing about tokens can be checked if the script only answers with errors. */
export function errorsOnly(scenario: ExpectingScenario, name: string): readonly ValueFault[] {
  const answers = scriptedAnswers(scenario);
  if (answers.length === 0 || answers.some(({ kind }) => kind === "message")) return [];
  const what = "needs usage, but the script answers the fork only with errors";
  return [unproducible([name], "value", what, "script an answer, or remove it")];
}

/** The mocked model's answers to the forks; a replay's script is only for recording. */
export function scriptedAnswers(scenario: ExpectingScenario): readonly ScriptedAnswer[] {
  if (scenario.kind !== "fork" || scenario.provider.mode !== "mock") return [];
  return Object.entries(scenario.provider.script).flatMap(([lane, answers]) =>
    lane === "parent" || lane === "grader" ? [] : (answers ?? []),
  );
}

/** A bound that a file may leave out. */
export function decodeBound(text: string | undefined): NumberBound | null {
  return text === undefined ? null : parseNumberBound(text);
}
