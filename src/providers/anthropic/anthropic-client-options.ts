export type AnthropicClientOptions = {
  /** Default: `ANTHROPIC_API_KEY`, then what else the SDK looks for. Never logged and masked in errors. */
  readonly apiKey?: string | undefined;
  /** Default: `ANTHROPIC_BASE_URL`, then Anthropic's own API. */
  readonly baseUrl?: string | undefined;
  /** Retries of requests that found no connection, 408, 409, 429 or 5xx. Default: the SDK's, 2. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
};
