import { undated } from "../../cache-model/cache-scope.ts";
import { anthropicRules } from "../../providers/anthropic/cache-rules.ts";

/**
 * Whether a beta changes what is rendered: tool definitions, thinking, the model's instructions. Anthropic lists the set of
 * active betas as prompt-affecting and names no level (harness/providers/FACTS.md#anthropic-changes). Any other is a note: real clients add and
 * drop harmless ones (harness/diagnosis/CODES.md).
 */
export function reachesPrompt(beta: string): boolean {
  return anthropicRules.betasInKey.value.includes(undated(beta));
}
