import { isDeepStrictEqual } from "node:util";
import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import { isJsonObject, parseJson } from "../../wire/json-object.ts";
import { findPath } from "../../wire/raw-member.ts";
import type { RawBody } from "../../wire/scan-body.ts";
import type { MemberPath } from "../../wire/wire-format.ts";
import { wireFormats } from "../../wire/wire-formats.ts";
import { ForkParamsError } from "../params/fork-params-error.ts";
import type { ForkOverrides } from "../params/fork-params.ts";
import { responseFormatLoss, toolChoiceLoss, type Loss } from "./keyed-parameters.ts";

const wholes: Readonly<Record<Loss, string>> = {
  everything: "the fork would read nothing",
  messages: "the fork would read no messages from cache",
};

const names = ["model", "tools", "thinking", "effort", "toolChoice", "responseFormat"] as const;

type CacheBreak = (typeof names)[number];

/** Why a change loses the cache, and how much of it (harness/providers/FACTS.md#anthropic-prefix); null if it keeps the cache. */
function lossOf(parent: CacheSafeParams, name: CacheBreak, changed: unknown): string | null {
  switch (name) {
    case "model":
      return `each model has a cache of its own: ${wholes.everything}`;
    case "tools":
      return `tools stand first in the cached prefix: ${wholes.everything}`;
    case "thinking":
      return `the thinking settings are part of the cache key of the messages: ${wholes.messages}`;
    case "effort":
      return `the effort is part of the cache key of the messages: ${wholes.messages}`;
    case "toolChoice": {
      const loss = toolChoiceLoss(parent, ownValue(parent, name), changed);
      return loss && `the tool choice is part of the cache key: ${wholes[loss]}`;
    }
    case "responseFormat": {
      const loss = responseFormatLoss(ownValue(parent, name, changed), changed);
      return loss && `the response format is part of the cache key: ${wholes[loss]}`;
    }
  }
}

/**
 * The overrides that differ from the parent's request. Equal ones are dropped, so the parent's own bytes stay. Throws
 * ForkParamsError if one of them has no effect, or loses the cache without `expectBreak`.
 */
export function checkCacheBreaks(parent: CacheSafeParams, overrides: ForkOverrides): ForkOverrides {
  const asked = names.filter((name) => overrides[name] !== undefined);
  const same = asked.filter((name) => isDeepStrictEqual(overrides[name], ownValue(parent, name, overrides[name])));
  const lost = asked.flatMap((name) => {
    const why = same.includes(name) ? null : lossOf(parent, name, overrides[name]);
    return why === null ? [] : [[name, why] as const];
  });
  if (parent.wire === "gemini-generate" && lost.some(([name]) => name === "model")) {
    const fix = "leave it out, and pass a GeminiClient with another model if you accept the loss of the cache";
    throw new ForkParamsError("overrides.model", `on Gemini the model is in the URL, which the client writes; ${fix}`);
  }
  if (overrides.stopSequences !== undefined && wireFormats[parent.wire].members.stopSequences === null) {
    const fix = "leave it out, or cut the answer yourself";
    throw new ForkParamsError("overrides.stopSequences", `${parent.wire} does not take stop sequences; ${fix}`);
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
function ownValue(parent: CacheSafeParams, name: CacheBreak, changed?: unknown): unknown {
  const { wire, body, model, thinking, effort, tools, toolChoice } = parent;
  switch (name) {
    case "model":
      return model ?? undefined;
    case "tools":
      return tools.map(({ start, end }) => parseJson(body.bytes.toString("utf8", start, end)));
    case "thinking":
      return thinking === null ? undefined : parseJson(thinking);
    case "effort":
      return effort === null ? undefined : parseJson(effort);
    case "toolChoice":
      return toolChoice === null ? undefined : parseJson(toolChoice);
    case "responseFormat": {
      const own = memberAt(body, wireFormats[wire].members.responseFormat);
      if (wire !== "gemini-generate" || !isJsonObject(own) || !isJsonObject(changed)) return own;
      // On Gemini its members are some of many.
      return Object.fromEntries(Object.keys(changed).map((member) => [member, own[member]]));
    }
  }
}

function memberAt({ bytes, object }: RawBody, path: MemberPath): unknown {
  const value = findPath(bytes, object, path);
  return value === null ? undefined : parseJson(bytes.toString("utf8", value.start, value.end));
}
