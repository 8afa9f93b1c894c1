import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import { comparePrompts, differsIn, type RememberedPrompt } from "./prompt/compare-prompts.ts";
import { parametersOn } from "./prompt/level-seeds.ts";
import { storedEnd } from "./engines/stored-end.ts";

/** Anthropic's reasons in `diagnostics` (types of @anthropic-ai/sdk 1.12.0). Null: no difference, or nothing to compare with. */
export type AnthropicDiagnostics = {
  readonly cache_miss_reason:
    | { readonly type: "previous_message_not_found" | "unavailable" }
    | {
        readonly type: "model_changed" | "system_changed" | "tools_changed" | "messages_changed";
        readonly cache_missed_input_tokens: number;
      };
} | null;

/** OpenAI's reasons in `prompt_cache_diagnostics` (types of openai 7.57.0). */
export type OpenaiDiagnostics =
  | { readonly type: "cache_hit" | "comparison_response_not_found" | "unavailable" }
  | {
      readonly type: "cache_miss";
      readonly reason: OpenaiMissReason;
      readonly cache_missed_tokens: number;
      readonly comparison_reusable_tokens: number;
    };

export type OpenaiMissReason =
  | "model_changed"
  | "prompt_cache_key_changed"
  | "service_tier_changed"
  | "tools_changed"
  | "text_format_changed"
  | "reasoning_effort_changed"
  | "verbosity_changed"
  | "context_compacted"
  | "input_changed";

type PromptWithRules = RememberedPrompt & { readonly rules: ProviderRules };

/**
 * Compares the prompts of two requests as Anthropic's cache diagnostics do: model and speed, tools, system, messages, and only
 * the first difference; the content of the cache plays no part. `unavailable` if only other parameters differ. `before` is
 * undefined if no request of that id is known, null if none was named.
 */
export function anthropicDiagnostics(
  before: PromptWithRules | null | undefined,
  after: PromptWithRules,
): AnthropicDiagnostics {
  if (before === null) return null;
  if (before === undefined) return { cache_miss_reason: { type: "previous_message_not_found" } };
  const lost = (type: "model_changed" | "system_changed" | "tools_changed" | "messages_changed", shared: number) => ({
    cache_miss_reason: { type, cache_missed_input_tokens: Math.max(0, reusable(before) - shared) },
  });
  if (["model", "speed"].some((name) => differsIn(name, before, after))) return lost("model_changed", 0);
  const parted = comparePrompts(before, after);
  if (parted !== null) return lost(`${parted.segment}_changed`, parted.sharedTokens);
  const others = parametersOn(before.rules, before.layout.dialect).filter(({ name }) => differsIn(name, before, after));
  return others.length === 0 ? null : { cache_miss_reason: { type: "unavailable" } };
}

/**
 * Compares two responses' prompts as OpenAI's `comparison_response_id` does. `read` is what the later request read: where
 * nothing parts, a read is a hit, and a miss without a difference (an entry that expired) is `unavailable`.
 */
export function openaiDiagnostics(
  before: PromptWithRules | undefined,
  after: PromptWithRules,
  read: number,
): OpenaiDiagnostics {
  if (before === undefined) return { type: "comparison_response_not_found" };
  const parted = comparePrompts(before, after);
  const reason = openaiReason(before, after, parted?.segment ?? null);
  if (reason === null) return { type: read > 0 ? "cache_hit" : "unavailable" };
  const most = reusable(before);
  // Settings stand before the prompt: another one loses all of it.
  const shared = reason === "input_changed" || reason === "context_compacted" ? (parted?.sharedTokens ?? 0) : 0;
  return {
    type: "cache_miss",
    reason,
    cache_missed_tokens: Math.max(0, most - shared),
    comparison_reusable_tokens: most,
  };
}

const SETTINGS: readonly (readonly [reason: OpenaiMissReason, parameters: readonly string[]])[] = [
  ["model_changed", ["model"]],
  ["prompt_cache_key_changed", ["prompt_cache_key"]],
  ["service_tier_changed", ["service_tier"]],
  ["text_format_changed", ["text.format", "response_format"]],
  ["reasoning_effort_changed", ["reasoning.effort", "reasoning_effort"]],
  ["verbosity_changed", ["text.verbosity", "verbosity"]],
];

function openaiReason(
  before: PromptWithRules,
  after: PromptWithRules,
  segment: "tools" | "system" | "messages" | null,
): OpenaiMissReason | null {
  const setting = SETTINGS.find(([, names]) => names.some((name) => differsIn(name, before, after)));
  if (setting !== undefined) return setting[0];
  if (segment === "tools") return "tools_changed";
  if (segment === null) return null;
  return compacts(after) && !compacts(before) ? "context_compacted" : "input_changed";
}

function compacts({ layout }: PromptWithRules): boolean {
  return layout.body.includes('"type":"compaction"');
}

/** Tokens that the earlier request left to read, had the prefix matched. */
function reusable({ chain, rules }: PromptWithRules): number {
  const end = storedEnd(chain, rules);
  return chain.links[end?.link ?? -1]?.tokens ?? 0;
}
