import { describeMismatch } from "../../wire/describe-value.ts";
import { checkAgent } from "./check-agent.ts";
import { checkWire } from "./check-wire.ts";
import { checkNames } from "./check-names.ts";
import { checkOverrides, checkShapes, forkShapes } from "./check-shapes.ts";
import { checkCacheBreaks } from "../breaks/cache-breaks.ts";
import { ForkParamsError } from "./fork-params-error.ts";
import type { ForkParams } from "./fork-params.ts";
import { longestTimerMs } from "../loop/timer.ts";

/**
 * The parameters with their defaults. Throws ForkParamsError for one that no run could follow, whatever the caller's
 * types: nothing has been sent then.
 */
export function checkParams<State extends object>(params: ForkParams<State>): ForkParams<State> {
  checkShapes(params, forkShapes);
  checkNames(params, forkNames, "parameter of a fork");
  const { parent, llm, directive, maxTurns, timeoutMs, maxDepth, overrides = {} } = params;
  checkWire(llm, parent);
  if (params.agent !== undefined) checkAgent(params.agent);
  checkOverrides(overrides);
  if (directive.trim() === "") throw new ForkParamsError("directive", "the API refuses an empty text; say what to do");
  if (overrides.reminder?.trim() === "") {
    throw new ForkParamsError("overrides.reminder", "the API refuses an empty text; leave it out");
  }
  checkCount("maxTurns", maxTurns, "turns");
  if (maxDepth !== undefined) checkCount("maxDepth", maxDepth, "levels");
  if (timeoutMs !== null && !(typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= longestTimerMs)) {
    const wanted = `a number between 0 and ${longestTimerMs} milliseconds; null sets no limit`;
    throw new ForkParamsError("timeoutMs", describeMismatch(timeoutMs, wanted));
  }
  return { ...params, overrides: checkCacheBreaks(parent, overrides) };
}

/** All that `fork()` reads. */
export const forkNames: readonly string[] = [
  ...forkShapes.map(({ name }) => name),
  "maxTurns",
  "timeoutMs",
  "maxDepth",
];

function checkCount(parameter: string, count: number, unit: string): void {
  if (Number.isSafeInteger(count) && count >= 0) return;
  throw new ForkParamsError(parameter, describeMismatch(count, `a count of ${unit}; give a whole number from 0`));
}
