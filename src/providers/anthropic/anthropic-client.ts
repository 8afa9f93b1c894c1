import { checkClientOptions } from "../check-client-options.ts";
import type { Connection, LlmClient, LlmOutcome, LlmRequest } from "../llm-client.ts";

export type AnthropicClientOptions = {
  /** Default: `ANTHROPIC_API_KEY`, then the other credentials of the SDK. Never logged, and masked in errors. */
  readonly apiKey?: string | undefined;
  /** Default: `ANTHROPIC_BASE_URL`, then Anthropic's own API. */
  readonly baseUrl?: string | undefined;
  /** Retries of requests that found no connection, 408, 409, 429 or 5xx. Default: the SDK's, 2. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
};

/** Anthropic Messages over the official SDK, which finds credentials and retries. */
export class AnthropicClient implements LlmClient {
  readonly wire = "anthropic-messages";
  readonly #options: AnthropicClientOptions;
  #connection: Promise<Connection> | null = null;

  /** @throws TypeError for an unknown or invalid option, such as a base URL without a scheme */
  constructor(options: AnthropicClientOptions = {}) {
    checkClientOptions("AnthropicClient", options);
    this.#options = options;
  }

  async send(request: LlmRequest): Promise<LlmOutcome> {
    this.#connection ??= connect(this.#options);
    return (await this.#connection).send(request);
  }
}

/** The SDK takes 150 ms to load: a program that sends no request does not wait for it. */
async function connect(options: AnthropicClientOptions): Promise<Connection> {
  const { AnthropicConnection } = await import("./anthropic-connection.ts");
  return new AnthropicConnection(options);
}
