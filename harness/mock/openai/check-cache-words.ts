import { type Refusal, badRequest } from "../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import type { Layout } from "../../kernel/layout.ts";
import { unknownValue } from "./check-shapes.ts";

/** Modes and lifetimes that `prompt_cache_options` may name, of providers who know it; the words are OpenAI's of other parameters. */
export function checkCacheWords(body: JsonObject, rules: ProviderRules): Refusal | null {
  const options = body["prompt_cache_options"];
  if (!isJsonObject(options)) return null;
  for (const [name, words] of knownWords(rules)) {
    const said = options[name] ?? null;
    if (said !== null && !words.some((word) => word === said)) {
      return unknownValue(`prompt_cache_options.${name}`, said, words);
    }
  }
  return null;
}

/** A cache that works by itself alone, as Kimi's platform since K3 has it: no breakpoint is taken. The words were never recorded. */
export function checkAutomaticCache(body: JsonObject, { units }: Layout, rules: ProviderRules): Refusal | null {
  const isMarked = units.some((unit) => unit.unit === "block" && unit.marks.length > 0);
  return isMarked ? badRequest("prompt_cache_breakpoint is not supported") : checkCacheWords(body, rules);
}

function knownWords(rules: ProviderRules): readonly (readonly [name: string, words: readonly string[]])[] {
  if (rules.lifetimeParameter.value !== "prompt_cache_options.ttl") return [];
  if (rules.engine === "shared-prefix") {
    return [
      ["mode", ["implicit"]],
      ["ttl", Object.keys(rules.namedTtlMs?.value ?? {})],
    ];
  }
  return [
    ["mode", ["implicit", "explicit"]],
    ["ttl", Object.keys(rules.ttlMs.value)],
  ];
}
