import { describeValue } from "../wire/describe-value.ts";
import type { WireName } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { AnthropicClient } from "./anthropic/anthropic-client.ts";
import { GeminiClient } from "./gemini/gemini-client.ts";
import { checkClientOptions } from "./check-client-options.ts";
import type { LlmClient } from "./llm-client.ts";
import { OpenAiClient } from "./openai/openai-client.ts";

/** Options of every client. */
export type ClientOptions = {
  /** Default: the environment's, as the provider's own SDK reads it. Gemini has no default. */
  readonly apiKey?: string;
  /** Default: the provider's own API, and for Anthropic first `ANTHROPIC_BASE_URL`. On OpenAI's wires with the API's version, such as `https://api.deepseek.com/v1`. */
  readonly baseUrl?: string;
  /** Default: 2. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
};

/**
 * The client for a wire format. Only Gemini needs `model`: its requests name it in the URL.
 *
 * @throws TypeError for an unknown option, and if Gemini is given no model or no key
 */
export function clientFor(wire: WireName, options: ClientOptions & { readonly model?: string }): LlmClient {
  // Checked here, where `model` is known too: each client would list its own options alone.
  checkClientOptions("clientFor", options, ["model"]);
  const { model, ...common } = options;
  switch (wire) {
    case "anthropic-messages":
      return new AnthropicClient(common);
    case "openai-chat":
    case "openai-responses":
      return new OpenAiClient({ wire, ...common });
    case "gemini-generate": {
      const { apiKey } = common;
      if (model === undefined) throw new TypeError("Gemini's requests name the model in the URL: pass model");
      if (apiKey === undefined)
        throw new TypeError("Gemini needs an apiKey: pass it; no environment variable is read for it");
      return new GeminiClient({ ...common, model, apiKey });
    }
    default:
      throw new TypeError(
        `${describeValue(wire)} is not a wire format; name one of ${Object.keys(wireFormats).join(", ")}`,
      );
  }
}
