import { geminiGenerate } from "../../wire/formats/gemini-generate/gemini-generate.ts";
import { urlBelow } from "../base-url.ts";
import { checkClientOptions } from "../check-client-options.ts";
import type { LlmClient, LlmOutcome, LlmRequest } from "../llm-client.ts";
import { exchange } from "../transport/exchange.ts";
import { post, type PostOptions } from "../transport/post.ts";

export type GeminiClientOptions = PostOptions & {
  /** Requests name the model in the URL, not in the body. */
  readonly model: string;
  readonly apiKey: string;
  /** Default: Google's own API; `GOOGLE_GEMINI_BASE_URL` is not read. */
  readonly baseUrl?: string;
};

/**
 * Gemini generateContent, streamed. The official SDK (3.1) parses contents and serializes them again, so a spliced body could not
 * pass through it unchanged.
 */
export class GeminiClient implements LlmClient {
  readonly wire = "gemini-generate";
  readonly #options: GeminiClientOptions;
  readonly #url: URL;

  /** @throws TypeError if the model or the key is missing, or an option is unknown or invalid */
  constructor(options: GeminiClientOptions) {
    checkClientOptions("GeminiClient", options, ["model", "wait"]);
    const { model, apiKey, baseUrl = "https://generativelanguage.googleapis.com" } = options;
    if (typeof model !== "string") {
      throw new TypeError("GeminiClient: requests name the model in the URL: pass model, such as gemini-2.5-pro");
    }
    if (typeof apiKey !== "string") {
      throw new TypeError("GeminiClient: pass apiKey; no environment variable is read for it");
    }
    this.#options = options;
    this.#url = urlBelow(baseUrl, `/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent`);
    this.#url.searchParams.set("alt", "sse");
  }

  async send(request: LlmRequest): Promise<LlmOutcome> {
    const { apiKey } = this.#options;
    const pairs = [...request.headers, ["x-goog-api-key", apiKey] as const];
    return exchange(request, {
      format: geminiGenerate,
      secrets: () => [apiKey],
      open: async (opening) => post(this.#url, pairs, opening, this.#options),
    });
  }
}
