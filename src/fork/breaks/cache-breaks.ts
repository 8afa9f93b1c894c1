import { isDeepStrictEqual } from "node:util";
import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import { parseJson } from "../../wire/json-object.ts";
import { ForkParamsError } from "../params/fork-params-error.ts";
import type { ForkOverrides } from "../params/fork-params.ts";

/** Why each of them loses the cache, and how much of it (harness/providers/FACTS.md#anthropic-changes). */
const cacheBreaks = [
  ["model", "each model has a cache of its own: the fork would read nothing"],
  ["tools", "tools stand first in the cached prefix: the fork would read nothing"],
  ["thinking", "the thinking settings are part of the key of the messages: the fork would read none of them"],
  ["effort", "the effort is part of the key of the messages: the fork would read none of them"],
] as const;

type CacheBreak = (typeof cacheBreaks)[number][0];

/**
 * The overrides without those that say what the parent says: they change nothing, and the parent's own bytes stay. Throws
 * ForkParamsError where one that is left would lose the cache and nobody has said that it is meant, or could not be heeded.
 */
export function checkCacheBreaks(parent: CacheSafeParams, overrides: ForkOverrides): ForkOverrides {
  const asked = cacheBreaks.filter(([name]) => overrides[name] !== undefined);
  const lost = asked.filter(([name]) => !isDeepStrictEqual(overrides[name], ownValue(parent, name)));
  const same = asked.filter((each) => !lost.includes(each)).map(([name]) => name);
  if (parent.wire === "gemini-generate" && lost.some(([name]) => name === "model")) {
    const fix = "leave it out, and pass a GeminiClient with another model where the loss of the cache is meant";
    throw new ForkParamsError(
      "overrides.model",
      `on Gemini the model stands in the URL, which the client writes; ${fix}`,
    );
  }
  const [first, ...others] = lost;
  if (first !== undefined && overrides.breaksCache === undefined) {
    const [name, why] = first;
    const more = others.map(([other, reason]) => `; overrides.${other}: ${reason}`).join("");
    const it = others.length === 0 ? "it" : "them";
    const fix = `leave ${it} out, or give breaksCache: { reason } where the loss is meant`;
    throw new ForkParamsError(`overrides.${name}`, `${why}${more}; ${fix}`);
  }
  return same.length === 0
    ? overrides
    : Object.fromEntries(Object.entries(overrides).filter(([name]) => !same.some((each) => each === name)));
}

/** What the parent's request says there, parsed; undefined where it says nothing. */
function ownValue(parent: CacheSafeParams, name: CacheBreak): unknown {
  const { body, model, thinking, effort, tools } = parent;
  switch (name) {
    case "model":
      return model ?? undefined;
    case "tools":
      return tools.map(({ start, end }) => parseJson(body.bytes.toString("utf8", start, end)));
    case "thinking":
      return thinking === null ? undefined : parseJson(thinking);
    case "effort":
      return effort === null ? undefined : parseJson(effort);
  }
}
