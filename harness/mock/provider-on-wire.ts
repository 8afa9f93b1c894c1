import type { DialectName } from "../kernel/layout.ts";
import type { WireRequest } from "./mock-wire.ts";
import { headerOf } from "./parse-json-body.ts";

/** A header that says who answers, where neither path nor model tells: vLLM, SGLang, Groq's models behind another path. */
export const PROVIDER_HEADER = "x-forkproof-provider";

/**
 * Whose cache answers a request on a wire that several vendors serve. A mocked provider has no host that would tell, so a header of ours
 * does, else the model; where that tells nothing, it is who made the wire. A path alone tells ChatGPT's backend, which has the public
 * API's models, and Groq, whose models bear other vendors' names.
 */
export function providerOnWire(wire: DialectName, model: string, { path, headers }: Sent = NOWHERE): string {
  const named = wire === "gemini-generate" || wire === "bedrock-converse" ? "" : headerOf(headers, PROVIDER_HEADER);
  if (named !== "") return named;
  if (wire === "openai-responses" && BACKEND.test(path)) return "openai-codex";
  const vendor = model.startsWith("openai.") ? "openai" : providerOfModel(model);
  if ((wire === "openai-chat" || wire === "openai-responses") && vendor !== "openai" && GROQ.test(path)) return "groq";
  switch (wire) {
    case "anthropic-messages":
      return vendor !== null && SERVE_MESSAGES.has(vendor) ? vendor : "anthropic";
    case "openai-chat":
    case "openai-responses":
      return vendor ?? "openai";
    case "gemini-generate":
      return "gemini";
    case "bedrock-converse":
      return "bedrock";
  }
}

/** `/backend-api/codex/responses`: where Codex asks with a ChatGPT account (openai/codex, November 2026). */
const BACKEND = /\/(?:backend-api|codex)\//;

/** `/openai/v1/chat/completions`: the base path of api.groq.com, and of Azure and Bedrock for models of OpenAI's (`openai.gpt-oss-120b`). */
const GROQ = /^\/openai\/v1\//;

type Sent = Pick<WireRequest, "path" | "headers">;

const NOWHERE: Sent = { path: "", headers: [] };

/** Who serves Anthropic's wire for models of their own. */
const SERVE_MESSAGES: ReadonlySet<string> = new Set(["dashscope", "deepseek", "minimax", "moonshot", "zai"]);

/** Whose model a request names, by the vendors' own names for their models; null where the name tells nothing. */
function providerOfModel(model: string): string | null {
  if (/^[\w.-]+\/[\w.:-]+$/.test(model)) return "openrouter";
  return VENDORS.find(([begins]) => begins.test(model))?.[1] ?? null;
}

const VENDORS: readonly (readonly [begins: RegExp, provider: string])[] = [
  [/^claude-/i, "anthropic"],
  [/^(?:gpt-|o[134](?:-|$)|chatgpt-|codex-)/i, "openai"],
  [/^gemini-/i, "gemini"],
  [/^deepseek-/i, "deepseek"],
  [/^(?:qwen|qwq)/i, "dashscope"],
  [/^(?:kimi-|moonshot-)/i, "moonshot"],
  [/^minimax-/i, "minimax"],
  [/^glm-/i, "zai"],
  [/^grok-/i, "xai"],
  [/^(?:mistral-|magistral-|devstral-|codestral-|ministral-)/i, "mistral"],
];
