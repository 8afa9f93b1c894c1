import { checkClientOptions } from "../check-client-options.ts";
import type { Connection, LlmClient, LlmOutcome, LlmRequest } from "../llm-client.ts";
import { checkProfile, type ProviderProfile } from "./provider-profile.ts";

export type OpenAiClientOptions = {
  readonly wire: "openai-chat" | "openai-responses";
  /** Default: `OPENAI_API_KEY`, for OpenAI's own API alone: no other host is sent OpenAI's key. Masked in errors. */
  readonly apiKey?: string | undefined;
  /** With its version, such as `https://api.deepseek.com/v1`. Default: OpenAI's own API. */
  readonly baseUrl?: string | undefined;
  /** Retries of requests that found no connection, 408, 409, 429 or 5xx. Default: the SDK's, 2. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Default: told from the base URL. */
  readonly profile?: ProviderProfile | undefined;
};

/**
 * OpenAI's formats over the official SDK, for its credentials, retries and connections, at OpenAI and at whoever else
 * serves them.
 */
export class OpenAiClient implements LlmClient {
  readonly wire: OpenAiClientOptions["wire"];
  readonly #options: OpenAiClientOptions;
  #connection: Promise<Connection> | null = null;

  /** @throws TypeError for an unknown or invalid option, such as a base URL without a scheme */
  constructor(options: OpenAiClientOptions) {
    checkClientOptions("OpenAiClient", options, ["wire", "profile"]);
    if (options.wire !== "openai-chat" && options.wire !== "openai-responses") {
      throw new TypeError('OpenAiClient: name the wire, "openai-chat" or "openai-responses"');
    }
    if (options.profile !== undefined) checkProfile(options.profile);
    this.wire = options.wire;
    this.#options = options;
  }

  async send(request: LlmRequest): Promise<LlmOutcome> {
    this.#connection ??= connect(this.#options);
    return (await this.#connection).send(request);
  }
}

/** The SDK takes 150 ms to load: a program that sends nothing does not wait for it. */
async function connect(options: OpenAiClientOptions): Promise<Connection> {
  const { OpenAiConnection } = await import("./openai-connection.ts");
  return new OpenAiConnection(options);
}
