import type { ProviderRules } from "../../harness/providers/rules/cache-rules.ts";
import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";

export function rulesNamed(name: string): ProviderRules {
  const found = modelledCaches.find((cache) => cache.name === name);
  if (found === undefined) throw new Error(`no cache is named ${name}`);
  return found.rules;
}

/** The value of a rule; `undefined` where the engine has no such rule. */
export function valueOf(name: string, rule: string): unknown {
  const fact: unknown = Object.entries(rulesNamed(name)).find(([key]) => key === rule)?.[1];
  return typeof fact === "object" && fact !== null && "value" in fact ? fact.value : undefined;
}
