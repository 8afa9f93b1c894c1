import { openaiWires } from "./compatible.ts";
import { isOpenAiModel } from "./openai/model-names.ts";
import type { Provider } from "./provider.ts";
import { badRequest } from "./refusal.ts";

/** Passes requests on and sticks to one upstream; the model's name begins with its vendor. */
export const openrouter: Provider = {
  name: "openrouter",
  hosts: ["openrouter.ai"],
  apiHosts: ["openrouter.ai"],
  wires: openaiWires,
  isGateway: true,
  caches: [],
  chat: {
    usage: ({ read, write, reasoning }) => ({
      prompt_tokens_details: { cached_tokens: read, cache_write_tokens: write, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: reasoning, image_tokens: 0 },
    }),
    usagePlace: "last-choice",
    reasoning: "reasoning",
  },
  // Recorded.
  refuseLength: ({ tokens, most }) => {
    const message = `This endpoint's maximum context length is ${most} tokens. However, you requested about ${tokens} tokens (${tokens} of text input). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`;
    return { ...badRequest(message), document: { error: { message, code: 400, metadata: { provider_name: null } } } };
  },
  refusals: [
    {
      // Of vendors other than OpenAI no list is known.
      path: "model",
      test: (model) => {
        const [vendor, name = ""] = String(model).split("/");
        return vendor === "openai" && !isOpenAiModel(name.split(":")[0] ?? "");
      },
      words: "{value} is not a valid model ID",
      document: (message) => ({ error: { message, code: 400 } }),
      source: "[O] recorded errors",
    },
  ],
};
