import { wireFormats } from "../../wire/wire-formats.ts";
import { urlBelow } from "../base-url.ts";
import { checkClientOptions } from "../check-client-options.ts";
import type { LlmClient, LlmOutcome, LlmRequest } from "../llm-client.ts";
import { exchange } from "../transport/exchange.ts";
import { post, type PostOptions } from "../transport/post.ts";
import { openAiEnvironment } from "./openai-environment.ts";
import { checkProfile, openaiProfile, profileOf, type ProviderProfile } from "./provider-profile.ts";

export type OpenAiClientOptions = PostOptions & {
  readonly wire: "openai-chat" | "openai-responses";
  /** Default: `OPENAI_API_KEY`, for OpenAI's own API only. The client never sends that key to another host. Masked in errors. */
  readonly apiKey?: string | undefined;
  /** With its version, such as `https://api.deepseek.com/v1`. Default: OpenAI's own API; `OPENAI_BASE_URL` is not read. */
  readonly baseUrl?: string | undefined;
  /** Default: chosen by the base URL. */
  readonly profile?: ProviderProfile | undefined;
};

/** OpenAI's formats, at OpenAI and at every other provider that serves them. */
export class OpenAiClient implements LlmClient {
  readonly wire: OpenAiClientOptions["wire"];
  readonly #options: OpenAiClientOptions;
  readonly #profile: ProviderProfile | null;

  /** @throws TypeError for an unknown or invalid option, such as a base URL without a scheme */
  constructor(options: OpenAiClientOptions) {
    checkClientOptions("OpenAiClient", options, ["wire", "profile", "wait"]);
    if (options.wire !== "openai-chat" && options.wire !== "openai-responses") {
      throw new TypeError('OpenAiClient: name the wire, "openai-chat" or "openai-responses"');
    }
    if (options.profile !== undefined) checkProfile(options.profile);
    this.wire = options.wire;
    this.#options = options;
    this.#profile = options.profile ?? profileOf(options.baseUrl);
  }

  async send(request: LlmRequest): Promise<LlmOutcome> {
    // OpenAI's key, organization and project are OpenAI's alone.
    const own = this.#profile === openaiProfile ? openAiEnvironment() : null;
    const key = this.#options.apiKey ?? own?.apiKey ?? "";
    if (key === "") return withoutKey(this.#profile);
    const url = urlBelow(this.#options.baseUrl ?? "https://api.openai.com/v1", paths[this.wire]);
    const pairs = [
      ["authorization", `Bearer ${key}`] as const,
      ...(own?.headers ?? []),
      ...(this.#profile?.headers ?? []),
      ...request.headers,
    ];
    return exchange(request, {
      format: wireFormats[this.wire],
      secrets: () => [key],
      open: async (opening) => post(url, pairs, opening, this.#options),
    });
  }
}

const paths = { "openai-chat": "/chat/completions", "openai-responses": "/responses" } as const;

function withoutKey(profile: ProviderProfile | null): LlmOutcome {
  const where = profile === null ? "this provider" : profile.name;
  const variable = profile === null ? "" : ` (often kept in ${profile.keyVariable})`;
  const message =
    profile === openaiProfile
      ? "no API key: pass apiKey, or set OPENAI_API_KEY"
      : `no API key: pass apiKey for ${where}${variable}; OPENAI_API_KEY is sent to OpenAI only`;
  return { kind: "failed", error: { kind: "auth", message, status: null, requestId: null }, attempts: 0 };
}
