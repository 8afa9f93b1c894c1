import { bearAlike, bears } from "../cache-model/prompt/bears-content.ts";
import type { KeyRules, ProviderRules } from "../providers/rules/cache-rules.ts";
import { parametersOn } from "../cache-model/prompt/level-seeds.ts";
import type { Comparison } from "../compare/compare-layouts.ts";
import type { Layout } from "../kernel/layout.ts";

/**
 * Blocks are equal, yet the provider's keys are not, from the block at `pointer` on: a setting is part of them, what the conversation
 * bears, or how a text is wrapped.
 */
export function cacheKeyMismatch(comparison: Comparison, rules: ProviderRules, pointer: string): string {
  const because = settingOrContent(comparison, rules, pointer);
  if (because !== null) return because;
  return comparison.normalisations.includes("string-as-text-block")
    ? `the text at ${pointer} is wrapped in another way, which ${rules.provider}'s key may or may not tell apart`
    : `the provider's key differs from ${pointer} on`;
}

function settingOrContent({ parent, child }: Comparison, rules: KeyRules, pointer: string): string | null {
  const names = new Set(parametersOn(rules, parent.dialect).map(({ name }) => name.split(".")[0] ?? name));
  const differing = [...names].filter((name) => rawParameter(parent, name) !== rawParameter(child, name));
  const from = `the provider's key differs from ${pointer} on`;
  if (differing.length > 0) return `another ${differing.join(", ")}: ${from}`;
  const borne = rules.contents.find(({ bearer }) => !bearAlike(parent, child, bearer));
  if (borne !== undefined) {
    return `only ${bears(child, borne.bearer) ? "the fork" : "the parent"} has ${BEARERS[borne.bearer]}: ${from}`;
  }
  return null;
}

const BEARERS = { image: "an image", citations: "a document with citations" } as const;

function rawParameter({ parameters, body }: Layout, name: string): string {
  const parameter = parameters.find((each) => each.name === name);
  return parameter === undefined ? "" : body.toString("utf8", parameter.value.start, parameter.value.end);
}
