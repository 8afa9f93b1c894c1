import { type Refusal, badRequest } from "../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import type { Layout } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import { checkCacheWords } from "./check-cache-words.ts";

/**
 * Parameters that OpenAI refuses on both its wires. Others that speak them pass over what they do not know
 * (harness/providers/FACTS.md#dashscope), so they are asked of OpenAI alone.
 */
export function checkParameters(body: JsonObject, layout: Layout, rules: ProviderRules): Refusal | null {
  return checkRange(body, layout.body) ?? checkCacheOptions(body, layout, rules);
}

/** As recorded on both wire formats. */
function checkRange(body: JsonObject, bytes: Buffer): Refusal | null {
  for (const [name, least, most] of RANGES) {
    const value = body[name];
    if (typeof value !== "number" || (value >= least && value <= most)) continue;
    const [side, sign, bound] = value > most ? ["above maximum", "<=", most] : ["below minimum", ">=", least];
    return badRequest(
      `Invalid '${name}': decimal ${side} value. Expected a value ${sign} ${bound}, but got ${spelling(bytes, name)} instead.`,
      name,
      `decimal_${side === "above maximum" ? "above_max" : "below_min"}_value`,
    );
  }
  return null;
}

/** A number as the body spells it: 99.0 is reported as 99.0. Of a repeated name the last counts. */
function spelling(bytes: Buffer, name: string): string {
  let told = "";
  walkMembers(bytes, skipWhiteSpace(bytes, 0), (keyStart, keyEnd, start, end) => {
    if (decodeString(bytes, keyStart, keyEnd) === name) told = bytes.toString("latin1", start, end);
  });
  return told;
}

const RANGES: readonly (readonly [name: string, least: number, most: number])[] = [
  ["temperature", 0, 2],
  ["top_p", 0, 1],
];

/** Explicit caching began with GPT-5.6; its two ways to say a lifetime exclude one another (harness/providers/FACTS.md#openai-boundaries and harness/providers/FACTS.md#openai-refusals). */
function checkCacheOptions(body: JsonObject, layout: Layout, rules: ProviderRules): Refusal | null {
  const options = body["prompt_cache_options"];
  if (rules.engine !== "boundaries") {
    const mark = layout.units.flatMap((unit) => (unit.unit === "block" ? unit.marks : []))[0];
    if (mark !== undefined) {
      return badRequest("prompt_cache_breakpoint is not supported on this model", paramAt(mark.pointer));
    }
    if (options !== undefined) {
      return badRequest("prompt_cache_options is not supported on this model", "prompt_cache_options");
    }
  }
  const strange = checkCacheWords(body, rules);
  if (strange !== null) return strange;
  if (!isJsonObject(options) || options["ttl"] === undefined || body["prompt_cache_retention"] === undefined)
    return null;
  return badRequest(
    "prompt_cache_retention cannot be combined with prompt_cache_options.ttl",
    "prompt_cache_retention",
  );
}

/** `/messages/0/content/1/x` as OpenAI writes a place: `messages[0].content[1].x`. */
function paramAt(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
}
