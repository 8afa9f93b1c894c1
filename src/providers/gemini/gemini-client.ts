import { parseJsonObject, isJsonObject, stringOrNull } from "../../wire/json-object.ts";
import { geminiGenerate } from "../../wire/formats/gemini-generate/gemini-generate.ts";
import { checkClientOptions } from "../check-client-options.ts";
import { mask, withCause } from "../fault-text.ts";
import type { LlmClient, LlmOutcome, LlmRequest } from "../llm-client.ts";
import type { ProviderError } from "../provider-error.ts";
import { receiveAnswer } from "../receive-answer.ts";
import { refusalOf, retryAfterMs } from "../refusal.ts";
import { systemWait, type Wait } from "../wait.ts";

export type GeminiClientOptions = {
  /** Stands in the URL: the body has no word of it. */
  readonly model: string;
  readonly apiKey: string;
  /** Default: Google's own API. */
  readonly baseUrl?: string;
  /** Retries of requests that found no connection, 408, 429 or 5xx. Default: 2. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
  /** Waits before a retry. Default: the machine's clock. */
  readonly wait?: Wait;
};

/**
 * Gemini generateContent, streamed, on plain fetch. The official SDK (3.1) takes contents as objects and writes them again, so
 * that a spliced body could not cross it unchanged.
 */
export class GeminiClient implements LlmClient {
  readonly wire = "gemini-generate";
  readonly #options: Required<GeminiClientOptions>;

  /** @throws TypeError if the model or the key is missing, or an option is unknown or invalid */
  constructor(options: GeminiClientOptions) {
    checkClientOptions("GeminiClient", options, ["model", "wait"]);
    if (typeof options.model !== "string") {
      throw new TypeError("GeminiClient: requests name the model in the URL: give it, such as gemini-2.5-pro");
    }
    if (typeof options.apiKey !== "string") {
      throw new TypeError("GeminiClient: give an apiKey; no environment variable is read for it");
    }
    this.#options = {
      baseUrl: "https://generativelanguage.googleapis.com",
      maxRetries: 2,
      fetch,
      wait: systemWait,
      ...options,
    };
  }

  async send({ body, headers, signal, observe }: LlmRequest): Promise<LlmOutcome> {
    const { apiKey, maxRetries, wait } = this.#options;
    const bytes = body.toBuffer();
    for (let attempts = 1; ; attempts += 1) {
      const tried = await this.#try(bytes, headers, signal);
      if (signal.aborted) return { ...aborted, attempts };
      if (tried.kind === "response") {
        const received = await receiveAnswer({
          format: geminiGenerate,
          response: tried.response,
          observe,
          secrets: [apiKey],
        });
        return received.kind === "failed" && signal.aborted ? { ...aborted, attempts } : { ...received, attempts };
      }
      if (!tried.isWorthRetrying || attempts > maxRetries) return { kind: "failed", error: tried.error, attempts };
      try {
        await wait(tried.waitMs ?? 500 * 2 ** (attempts - 1), signal);
      } catch (fault) {
        if (signal.aborted) return { ...aborted, attempts };
        throw fault;
      }
    }
  }

  async #try(body: Buffer<ArrayBuffer>, headers: LlmRequest["headers"], signal: AbortSignal): Promise<Tried> {
    const { model, apiKey, baseUrl } = this.#options;
    const url = `${baseUrl.replace(/\/$/, "")}/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`;
    const context = { attempts: 1, secrets: [apiKey] };
    try {
      const response = await this.#options.fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...Object.fromEntries(headers), "x-goog-api-key": apiKey },
        body,
        signal,
      });
      if (response.ok) return { kind: "response", response };
      return {
        kind: "refused",
        error: mask(await refusalIn(response), context),
        isWorthRetrying: response.status === 408 || response.status === 429 || response.status >= 500,
        waitMs: retryAfterMs(response.headers),
      };
    } catch (fault) {
      const message = withCause(fault instanceof Error ? fault.message : String(fault), fault);
      const error: ProviderError = mask({ kind: "connection", message }, context);
      return { kind: "refused", error, isWorthRetrying: true, waitMs: null };
    }
  }
}

type Tried =
  | { readonly kind: "response"; readonly response: Response }
  | {
      readonly kind: "refused";
      readonly error: ProviderError;
      readonly isWorthRetrying: boolean;
      readonly waitMs: number | null;
    };

const aborted = { kind: "failed", error: { kind: "aborted", message: "the request was aborted" } } as const;

async function refusalIn(response: Response): Promise<ProviderError> {
  const text = await response.text();
  const error = parseJsonObject(text)?.["error"];
  const { status, headers } = response;
  const fields = isJsonObject(error) ? error : {};
  const message = stringOrNull(fields["message"]) ?? `the provider answered with status ${status}`;
  return refusalOf({ status, errorType: stringOrNull(fields["status"]), message, headers });
}
