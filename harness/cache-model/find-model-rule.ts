import type { KeyRules, ModelRule } from "./cache-rules.ts";

/**
 * The row for a model as a request names it: vendor prefixes (`us.anthropic.`, `anthropic/`), dates and versions of a
 * deployment are no part of the family. `known` is false where the fallback row answers.
 */
export function findModelRule(rules: KeyRules, model: string): { readonly rule: ModelRule; readonly known: boolean } {
  const family = familyOf(model);
  const rule = rules.models.find((row) => row.family === family);
  return { rule: rule ?? rules.unknownModel, known: rule !== undefined };
}

/** `us.anthropic.claude-haiku-4-5-20251001-v1:0` and `anthropic/claude-haiku-4.5` are both `claude-haiku-4-5`. */
export function familyOf(model: string): string {
  return model
    .toLowerCase()
    .replace(/^(?:[a-z-]+[./])+/, "")
    .replace(/\[\w+\]$/, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/^(claude-.*\d)\.(\d)/, "$1-$2")
    .replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "");
}
