import { copiedWires, liveChat } from "../compatible.ts";
import type { CachedRequest, Provider } from "../provider.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { NO_EFFORT } from "../severity-sources.ts";
import { deepseekRules, deepseekV3ReasonerRules, deepseekV3Rules } from "./cache-rules.ts";
import { invalid, refusals } from "./refusals.ts";

const DISK = "[D] api-docs.deepseek.com, Context caching: always on, no parameters";

/** Both names stood for V3.2 on 15 April 2026 and for V4 on 10 June; disk caches came in August 2024. */
function isBeforeV4({ model, sentAtMs }: CachedRequest, family: string): boolean {
  const sent = sentAtMs ?? Infinity;
  return familyOf(model) === family && sent >= Date.UTC(2024, 7) && sent < Date.UTC(2026, 4);
}

export const deepseek: Provider = {
  name: "deepseek",
  hosts: ["deepseek.com"],
  apiHosts: ["api.deepseek.com"],
  wires: copiedWires,
  models: /^deepseek-/i,
  gatewayName: "deepseek",
  caches: [
    {
      name: "deepseek-v3-reasoner",
      rules: deepseekV3ReasonerRules,
      applies: (request) => isBeforeV4(request, "deepseek-reasoner"),
    },
    { name: "deepseek-v3", rules: deepseekV3Rules, applies: (request) => isBeforeV4(request, "deepseek-chat") },
    { name: "deepseek", rules: deepseekRules },
  ],
  severities: [
    { code: "CB601", severity: "none", source: DISK },
    { code: "CB602", severity: "none", source: DISK },
    { code: "CB103", severity: "low", source: NO_EFFORT },
  ],
  live: liveChat("https://api.deepseek.com", "DEEPSEEK"),
  chat: {
    usage: ({ read, total }) => ({
      prompt_tokens_details: { cached_tokens: read },
      prompt_cache_hit_tokens: read,
      prompt_cache_miss_tokens: total - read,
    }),
    usagePlace: "last-choice",
    reasoning: "reasoning_content",
    omits: ["service_tier", "refusal"],
  },
  promptLimits: [{ models: /^deepseek-(?:chat|reasoner|flash|v4)/, tokens: 1_048_565 }],
  refuseLength: ({ tokens, most }) =>
    invalid(
      `This model's maximum context length is ${most} tokens. However, you requested ${tokens} tokens (${tokens} in the messages, 0 in the completion). Please reduce the length of the messages or completion.`,
    ),
  refusals,
  openCall: {
    "openai-chat": {
      words:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
      code: "invalid_request_error",
    },
    "openai-responses": { words: "No tool output found for tool call {id}.", code: "invalid_request_error" },
  },
  wantsOutputsFirst: true,
};
