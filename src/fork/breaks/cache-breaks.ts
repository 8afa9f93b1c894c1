import { isDeepStrictEqual } from "node:util";
import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import { parseJson } from "../../wire/json-object.ts";
import { ForkParamsError } from "../params/fork-params-error.ts";
import type { ForkOverrides } from "../params/fork-params.ts";

/** Why each of them loses the cache, and how much of it (harness/providers/FACTS.md#anthropic-prefix). */
const cacheBreaks = [
  ["model", "each model has a cache of its own: the fork would read nothing"],
  ["tools", "tools stand first in the cached prefix: the fork would read nothing"],
  [
    "thinking",
    "the thinking settings are part of the cache key of the messages: the fork would read no messages from cache",
  ],
  ["effort", "the effort is part of the cache key of the messages: the fork would read no messages from cache"],
] as const;

type CacheBreak = (typeof cacheBreaks)[number][0];

/**
 * The overrides that differ from the parent's request. Equal ones are dropped, so the parent's own bytes stay. Throws
 * ForkParamsError if one of them has no effect, or loses the cache without `expectBreak`.
 */
export function checkCacheBreaks(parent: CacheSafeParams, overrides: ForkOverrides): ForkOverrides {
  const asked = cacheBreaks.filter(([name]) => overrides[name] !== undefined);
  const lost = asked.filter(([name]) => !isDeepStrictEqual(overrides[name], ownValue(parent, name)));
  const same = asked.filter((each) => !lost.includes(each)).map(([name]) => name);
  if (parent.wire === "gemini-generate" && lost.some(([name]) => name === "model")) {
    const fix = "leave it out, and pass a GeminiClient with another model if you accept the loss of the cache";
    throw new ForkParamsError("overrides.model", `on Gemini the model is in the URL, which the client writes; ${fix}`);
  }
  const [first, ...others] = lost;
  const expected = overrides.expectBreak ?? overrides.breaksCache;
  if (first !== undefined && expected === undefined) {
    const [name, why] = first;
    const more = others.map(([other, reason]) => `; overrides.${other}: ${reason}`).join("");
    const it = others.length === 0 ? "it" : "them";
    const fix = `leave ${it} out, or give expectBreak: { reason } to accept the loss`;
    throw new ForkParamsError(`overrides.${name}`, `${why}${more}; ${fix}`);
  }
  return same.length === 0
    ? overrides
    : Object.fromEntries(Object.entries(overrides).filter(([name]) => !same.some((each) => each === name)));
}

/** The parent's value at that place, parsed; undefined if it is missing. */
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
