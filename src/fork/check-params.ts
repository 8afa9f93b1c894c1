import { ForkParamsError } from "./fork-params-error.ts";
import type { ForkParams } from "./fork-params.ts";
import { longestTimerMs } from "./timer.ts";

/** Throws ForkParamsError for a parameter that no run could honour. */
export function checkParams({ directive, maxTurns, timeoutMs, maxDepth, overrides }: ForkParams): void {
  const maxTokens = overrides?.maxTokens;
  if (directive.trim() === "") throw new ForkParamsError("directive", "the API refuses an empty text; say what to do");
  if (overrides?.reminder?.trim() === "") {
    throw new ForkParamsError("overrides.reminder", "the API refuses an empty text; leave it out");
  }
  if (!Number.isSafeInteger(maxTurns) || maxTurns < 0) {
    throw new ForkParamsError("maxTurns", `${maxTurns} is no count of turns`);
  }
  if (maxDepth !== undefined && (!Number.isSafeInteger(maxDepth) || maxDepth < 0)) {
    throw new ForkParamsError("maxDepth", `${maxDepth} is no count of levels`);
  }
  if (maxTokens !== undefined && (!Number.isSafeInteger(maxTokens) || maxTokens < 1)) {
    throw new ForkParamsError("overrides.maxTokens", `${maxTokens} is no count of tokens`);
  }
  if (timeoutMs !== null && !(timeoutMs > 0 && timeoutMs <= longestTimerMs)) {
    throw new ForkParamsError("timeoutMs", `${timeoutMs} is not between 0 and ${longestTimerMs}; null sets no limit`);
  }
}
