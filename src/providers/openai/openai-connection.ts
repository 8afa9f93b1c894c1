import OpenAI from "openai";
import { wireFormats } from "../../wire/wire-formats.ts";
import { linkedController } from "../linked-controller.ts";
import type { Connection, LlmOutcome, LlmRequest } from "../llm-client.ts";
import { receiveAnswer } from "../receive-answer.ts";
import { describeOpenAiFault } from "./describe-openai-fault.ts";
import type { OpenAiClientOptions } from "./openai-client.ts";
import { openaiProfile, profileOf, type ProviderProfile } from "./provider-profile.ts";

/**
 * What OpenAiClient sends through, apart from it because it loads the SDK. The body goes out byte for byte: `post` passes a
 * typed array to fetch as it is (SDK 7.57, buildBody). The answer is read from the raw response.
 */
export class OpenAiConnection implements Connection {
  readonly #options: OpenAiClientOptions;
  readonly #profile: ProviderProfile | null;

  constructor(options: OpenAiClientOptions) {
    this.#options = options;
    this.#profile = options.profile ?? profileOf(options.baseUrl);
  }

  async send({ body, headers, signal, observe }: LlmRequest): Promise<LlmOutcome> {
    const { wire, apiKey, baseUrl } = this.#options;
    if (apiKey === undefined && this.#profile !== openaiProfile) return withoutKey(this.#profile);
    let attempts = 0;
    const exchange = linkedController(signal);
    const secrets = apiKey === undefined ? [] : [apiKey];
    try {
      // Made per request, since only its fetch can tell which attempts were this one's.
      const sdk = new OpenAI({
        apiKey,
        // Null keeps OPENAI_BASE_URL out: what the profile was told from is where the key goes.
        baseURL: baseUrl ?? null,
        maxRetries: this.#options.maxRetries ?? 2,
        logLevel: "off",
        fetch: (url, init) => {
          attempts += 1;
          return (this.#options.fetch ?? fetch)(url, init);
        },
      });
      if (sdk.apiKey !== null) secrets.push(sdk.apiKey);
      const response = await sdk
        .post(wire === "openai-chat" ? "/chat/completions" : "/responses", {
          body: body.toBuffer(),
          headers: {
            "content-type": "application/json",
            ...Object.fromEntries([...(this.#profile?.headers ?? []), ...headers]),
          },
          signal: exchange.controller.signal,
        })
        .asResponse();
      const received = await receiveAnswer({ format: wireFormats[wire], response, observe, secrets });
      return received.kind === "failed" && signal.aborted ? { ...aborted, attempts } : { ...received, attempts };
    } catch (fault) {
      if (signal.aborted) return { ...aborted, attempts };
      return { kind: "failed", error: describeOpenAiFault(fault, { attempts, secrets }), attempts };
    } finally {
      exchange.unlink();
    }
  }
}

const aborted = { kind: "failed", error: { kind: "aborted", message: "the request was aborted" } } as const;

function withoutKey(profile: ProviderProfile | null): LlmOutcome {
  const where = profile === null ? "this provider" : `${profile.name} (people keep it in ${profile.keyVariable})`;
  const message = `no key was given for ${where}; OpenAI's own is not sent to others`;
  return { kind: "failed", error: { kind: "auth", message, status: null, requestId: null }, attempts: 0 };
}
