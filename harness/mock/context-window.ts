import { undated } from "../cache-model/cache-scope.ts";
import { familyOf } from "../cache-model/rules/find-model-rule.ts";
import type { Header } from "../kernel/exchange.ts";
import { headerOf } from "./parse-json-body.ts";
import type { Rejection } from "./mock-wire.ts";
import { validationError } from "./bedrock/bedrock-error.ts";
import { invalidArgument } from "./gemini/gemini-error.ts";
import { badRequest } from "./openai/openai-error.ts";
import { invalidRequest } from "./anthropic/provider-error.ts";

/**
 * Tokens that a model's prompt may have. Recorded of Haiku 4.5, DeepSeek and Gemini 2.5; others: the vendors' pages of their models,
 * November 2026. A model that no row names is not asked.
 */
const WINDOWS: readonly (readonly [families: RegExp, tokens: number])[] = [
  [/^claude-(?:2|3|instant|(?:opus|sonnet|haiku)-4(?:-[0-5])?$)/, 200_000],
  [/^claude-(?:(?:opus|sonnet)-4-[6-8]|(?:opus|sonnet|fable|mythos)-5(?:-\d)?)$/, 1_000_000],
  [/^gpt-5(?:\.[12])?(?:-(?:mini|nano|pro|codex))?$/, 400_000],
  [/^gpt-(?:5\.6|6)/, 1_050_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^o(?:1|3|3-mini|4-mini)$/, 200_000],
  [/^deepseek-(?:chat|reasoner|flash|v4)/, 1_048_565],
  [/^gemini-2\.5-(?:flash|pro)$|^gemini-3/, 1_048_576],
  [/^nova-(?:lite|pro)$/, 300_000],
  [/^nova-micro$/, 128_000],
  [/^nova-2-lite$/, 1_000_000],
];

/** Models that a beta gives a longer one (@anthropic-ai/sdk 1.12.0: context-1m). */
const LENGTHENED = /^claude-sonnet-4(?:-[05])?$/;

export type LongPrompt = {
  readonly dialect: string;
  readonly provider: string;
  readonly model: string;
  readonly headers: readonly Header[];
};

/** Why a prompt of so many tokens, by our count or estimate, is refused as too long; null where it fits or no limit is known. */
export function findOverflow(prompt: LongPrompt, tokens: number): Rejection | null {
  const family = familyOf(prompt.model);
  const own = WINDOWS.find(([families]) => families.test(family))?.[1] ?? null;
  const most = own !== null && LENGTHENED.test(family) && asksForMillion(prompt.headers) ? 1_000_000 : own;
  return most === null || tokens <= most ? null : refusal(prompt, tokens, most);
}

function asksForMillion(headers: readonly Header[]): boolean {
  const betas = headerOf(headers, "anthropic-beta").split(",");
  return betas.some((beta) => undated(beta.trim()) === "context-1m");
}

/** Words as recorded; of OpenAI's Chat and of Claude on Converse, as public issues have them. */
function refusal({ dialect, provider }: LongPrompt, tokens: number, most: number): Rejection | null {
  const ofClaude = `prompt is too long: ${tokens} tokens > ${most} maximum`;
  switch (provider) {
    case "anthropic":
      return invalidRequest(ofClaude);
    case "bedrock":
      return validationError(dialect === "bedrock-converse" ? tooLongForNova : ofClaude);
    case "gemini":
      return invalidArgument(
        `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${most}).`,
      );
    case "deepseek":
      return badRequest(
        `This model's maximum context length is ${most} tokens. However, you requested ${tokens} tokens (${tokens} in the messages, 0 in the completion). Please reduce the length of the messages or completion.`,
        null,
        "invalid_request_error",
      );
    case "openrouter": {
      const message = `This endpoint's maximum context length is ${most} tokens. However, you requested about ${tokens} tokens (${tokens} of text input). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`;
      return { ...badRequest(message), document: { error: { message, code: 400, metadata: { provider_name: null } } } };
    }
    case "openai":
    case "openai-codex":
      return dialect === "openai-responses" ? tooLongForResponses : tooLongForChat(tokens, most);
    default:
      return null;
  }
}

const tooLongForNova =
  "The model returned the following errors: Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.";

const tooLongForResponses: Rejection = badRequest(
  "Your input exceeds the context window of this model. Please adjust your input and try again.",
  "input",
  "context_length_exceeded",
);

function tooLongForChat(tokens: number, most: number): Rejection {
  return badRequest(
    `This model's maximum context length is ${most} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    "messages",
    "context_length_exceeded",
  );
}
