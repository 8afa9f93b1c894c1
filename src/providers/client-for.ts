import { describeValue } from "../wire/describe-value.ts";
import type { WireName } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { AnthropicClient } from "./anthropic/anthropic-client.ts";
import { GeminiClient } from "./gemini/gemini-client.ts";
import type { LlmClient } from "./llm-client.ts";
import { OpenAiClient } from "./openai/openai-client.ts";

/** What every provider's client takes. */
export type ClientOptions = {
  /** Default: the environment's, as the provider's own SDK reads it. Gemini has none: give it. */
  readonly apiKey?: string;
  /** Default: the provider's own API. On OpenAI's wires with the API's version, such as `https://api.deepseek.com/v1`. */
  readonly baseUrl?: string;
  /** Default: 2. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
};

/**
 * The client that speaks a wire. `model` is needed on Gemini alone, whose requests name it in the URL.
 *
 * @throws TypeError where Gemini is given no model or no key
 */
export function clientFor(
  wire: WireName,
  { model, ...options }: ClientOptions & { readonly model?: string },
): LlmClient {
  switch (wire) {
    case "anthropic-messages":
      return new AnthropicClient(options);
    case "openai-chat":
    case "openai-responses":
      return new OpenAiClient({ wire, ...options });
    case "gemini-generate": {
      const { apiKey } = options;
      if (model === undefined) throw new TypeError("Gemini's requests name the model in the URL: give it");
      if (apiKey === undefined) throw new TypeError("Gemini needs an apiKey: no environment variable is read for it");
      return new GeminiClient({ ...options, model, apiKey });
    }
    default:
      throw new TypeError(`${describeValue(wire)} is no wire; name one of ${Object.keys(wireFormats).join(", ")}`);
  }
}
