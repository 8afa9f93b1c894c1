import { ForkParamsError } from "./fork-params-error.ts";
import type { ForkOverrides, ForkParams } from "./fork-params.ts";
import { longestTimerMs } from "./timer.ts";

/** Throws ForkParamsError for a parameter that no run could honour. */
export function checkParams({ directive, maxTurns, timeoutMs, maxDepth, overrides }: ForkParams): void {
  const maxTokens = overrides?.maxTokens;
  if (directive.trim() === "") throw new ForkParamsError("directive", "the API refuses an empty text; say what to do");
  if (overrides?.reminder?.trim() === "") {
    throw new ForkParamsError("overrides.reminder", "the API refuses an empty text; leave it out");
  }
  checkCacheBreaks(overrides);
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

function checkCacheBreaks(overrides: ForkOverrides = {}): void {
  const { breaksCache } = overrides;
  if (breaksCache !== undefined && breaksCache.reason.trim() !== "") return;
  for (const [name, why] of cacheBreaks) {
    if (overrides[name] === undefined) continue;
    const mend = "leave it out, or give breaksCache: { reason } where the loss is meant";
    throw new ForkParamsError(`overrides.${name}`, `${why}, so the fork would read nothing from the cache; ${mend}`);
  }
}

/** Why each of them loses the cache (provider-caches.md 2; other-forks.md G.2). */
const cacheBreaks = [
  ["model", "each model has a cache of its own"],
  ["tools", "tools stand first in the cached prefix"],
  ["thinking", "the thinking settings are part of the key of the messages"],
  ["effort", "the effort is part of the key of the messages"],
] as const;
