import type { AnthropicClientOptions } from "./anthropic-client-options.ts";
import { checkClientOptions } from "../check-client-options.ts";
import type { Connection, LlmClient, LlmOutcome, LlmRequest } from "../llm-client.ts";

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
