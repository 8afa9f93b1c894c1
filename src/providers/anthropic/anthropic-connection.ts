import Anthropic from "@anthropic-ai/sdk";
import { anthropicMessages } from "../../wire/formats/anthropic-messages/anthropic-messages.ts";
import { isBaseUrl, withoutBaseUrl } from "../base-url.ts";
import { linkedController } from "../linked-controller.ts";
import type { Connection, LlmOutcome, LlmRequest } from "../llm-client.ts";
import { receiveAnswer } from "../receive-answer.ts";
import type { AnthropicClientOptions } from "./anthropic-client.ts";
import { describeFault } from "./describe-fault.ts";

/**
 * What AnthropicClient sends through, apart from it because it loads the SDK. The body goes out byte for byte: `post` passes
 * a typed array to fetch as it is (SDK 1.12, `client.ts` buildBody), while `messages.create` would parse and write it again.
 * The answer is read from the raw response, because the SDK's stream drops raw text and ends quietly on an abort.
 */
export class AnthropicConnection implements Connection {
  readonly #sdk: Anthropic;

  constructor({ apiKey, baseUrl, maxRetries, fetch }: AnthropicClientOptions) {
    this.#sdk = new Anthropic({ apiKey, baseURL: baseUrl, maxRetries, fetch, logLevel: "off" });
  }

  async send({ body, headers, signal, observe }: LlmRequest): Promise<LlmOutcome> {
    if (!isBaseUrl(this.#sdk.baseURL)) return withoutBaseUrl(this.#sdk.baseURL);
    let attempts = 0;
    const exchange = linkedController(signal);
    try {
      const response = await this.#sdk
        .post("/v1/messages", {
          body: body.toBuffer(),
          headers: { "content-type": "application/json", ...Object.fromEntries(headers) },
          signal: exchange.controller.signal,
          middleware: [
            (request, next) => {
              attempts += 1;
              return next(request);
            },
          ],
        })
        .asResponse();
      const received = await receiveAnswer({ format: anthropicMessages, response, observe, secrets: this.#secrets });
      return received.kind === "failed" && signal.aborted ? { ...aborted, attempts } : { ...received, attempts };
    } catch (fault) {
      if (signal.aborted) return { ...aborted, attempts };
      return { kind: "failed", error: describeFault(fault, { attempts, secrets: this.#secrets }), attempts };
    } finally {
      exchange.unlink();
    }
  }

  get #secrets(): readonly string[] {
    return [this.#sdk.apiKey, this.#sdk.authToken].filter((secret) => secret !== null);
  }
}

const aborted = { kind: "failed", error: { kind: "aborted", message: "the request was aborted" } } as const;
