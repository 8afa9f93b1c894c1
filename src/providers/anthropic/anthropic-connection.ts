import { BaseAnthropic } from "@anthropic-ai/sdk";
import { anthropicMessages } from "../../wire/formats/anthropic-messages/anthropic-messages.ts";
import { invalidBaseUrl, isBaseUrl } from "../base-url.ts";
import type { Connection, LlmOutcome, LlmRequest } from "../llm-client.ts";
import { exchange, type OpenResult, type RequestAttempt } from "../transport/exchange.ts";
import type { AnthropicClientOptions } from "./anthropic-client-options.ts";
import { retryAfterMs } from "../transport/refusal.ts";
import { sendBody } from "../transport/send-body.ts";
import { describeFault } from "./describe-fault.ts";

const NO_BYTES = new Uint8Array();

/** As the clients of other vendors wait at most. */
const LONGEST_WAIT_MS = 60_000;

/**
 * The part of AnthropicClient that loads the SDK, without its resources: a bundle then holds a third of it. The SDK finds and refreshes credentials and retries. `post` passes a typed array
 * to fetch unchanged (SDK 1.12, `client.ts` buildBody), while `messages.create` would serialize the body again. The answer is read
 * from the raw response, because the SDK's stream drops raw text and ends quietly on an abort.
 */
export class AnthropicConnection implements Connection {
  readonly #sdk: BaseAnthropic;
  readonly #mayStream: boolean;

  constructor({ apiKey, baseUrl, maxRetries, fetch }: AnthropicClientOptions) {
    this.#sdk = new BaseAnthropic({ apiKey, baseURL: baseUrl, maxRetries, fetch, logLevel: "off" });
    this.#mayStream = fetch === undefined;
  }

  async send(request: LlmRequest): Promise<LlmOutcome> {
    return exchange(request, {
      format: anthropicMessages,
      secrets: () => [this.#sdk.apiKey, this.#sdk.authToken].filter((secret) => secret !== null),
      open: async (opening) => this.#open(opening, request.headers),
    });
  }

  async #open({ body, signal, countAttempt }: RequestAttempt, headers: LlmRequest["headers"]): Promise<OpenResult> {
    if (!isBaseUrl(this.#sdk.baseURL)) return { kind: "failed", error: invalidBaseUrl(this.#sdk.baseURL) };
    let isSent = false;
    try {
      const response = await this.#sdk
        .post("/v1/messages", {
          // Each attempt brings the body anew.
          body: NO_BYTES,
          headers: { "content-type": "application/json", ...Object.fromEntries(headers) },
          signal,
          middleware: [
            (request, next) => {
              countAttempt();
              isSent = true;
              const { headers } = request;
              return sendBody(body, { headers, mayStream: this.#mayStream }, async (sent) =>
                withoutLongWait(await next({ ...request, ...sent })),
              );
            },
          ],
        })
        .asResponse();
      return { kind: "response", response };
    } catch (fault) {
      return { kind: "failed", error: describeFault(fault, isSent) };
    }
  }
}

/** The SDK waits as long as a refusal asks for, also for hours. A caller that knows of the pause can do better than a silent one. */
function withoutLongWait(response: Response): Response {
  const waitMs = response.ok ? null : retryAfterMs(response.headers);
  if (waitMs === null || waitMs <= LONGEST_WAIT_MS) return response;
  const headers = new Headers(response.headers);
  headers.set("x-should-retry", "false");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
