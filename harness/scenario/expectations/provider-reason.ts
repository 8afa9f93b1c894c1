import type { FromSchema } from "../schema/from-schema.ts";
import type { ExpectationOf } from "./expectation.ts";
import { checkSame } from "./parts/check-same.ts";

const schema = {
  description: "The provider's own reason for a cache miss, if the request asks for one. `none`: it gave no reason.",
  enum: [
    "model_changed",
    "tools_changed",
    "system_changed",
    "messages_changed",
    "previous_message_not_found",
    "prompt_cache_key_changed",
    "service_tier_changed",
    "text_format_changed",
    "reasoning_effort_changed",
    "verbosity_changed",
    "context_compacted",
    "input_changed",
    "comparison_response_not_found",
    "unavailable",
    "none",
  ],
} as const;

/** Anthropic's and OpenAI's words (types of their SDKs); `none` if the response gave no reason. */
export type ProviderReason = FromSchema<typeof schema>;

export const providerReason: ExpectationOf<typeof schema, ProviderReason> = {
  name: "providerReason",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: (written) => written,
  check: (value, { judgements }) =>
    value === null
      ? []
      : [checkSame("providerReason", judgements, value, (each) => each.providerReason ?? "not asked or not reported")],
};
