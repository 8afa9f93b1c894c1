import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import { findModelRule } from "../providers/rules/find-model-rule.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";

type Tell = (unknown: { readonly model: string; readonly nearest: string | null }) => void;

/** Models without a row in their cache's rules, each reported once. */
export class UnknownModels {
  readonly #told = new Set<string>();
  readonly #tell: Tell | undefined;

  constructor(tell: Tell | undefined) {
    this.#tell = tell;
  }

  see({ model, modelIsKnown }: PromptChain, rules: ProviderRules): void {
    if (modelIsKnown || this.#tell === undefined || rules.models.length === 0 || this.#told.has(model)) return;
    this.#told.add(model);
    const { known, nearest } = findModelRule(rules, model);
    if (!known) this.#tell({ model, nearest });
  }
}
