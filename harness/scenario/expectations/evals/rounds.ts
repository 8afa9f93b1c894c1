import type { CheckResult } from "../../../kernel/run-result.ts";
import type { NumberBound } from "../../decode/number-bound.ts";

/** Why a scripted run does not examine an expectation over rounds. */
export const SCRIPTED_ONCE = "a scripted run answers the same every time";

export function roundsLooked(rounds: readonly boolean[]): CheckResult["examined"] {
  return { count: rounds.length, what: rounds.length === 1 ? "round" : "rounds" };
}

export function boundText({ comparison, value }: NumberBound): string {
  return `${comparison} ${value}`;
}
