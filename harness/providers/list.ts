import { anthropic } from "./anthropic/anthropic.ts";
import { bedrock } from "./bedrock/bedrock.ts";
import { cerebras } from "./cerebras.ts";
import { dashscope } from "./dashscope/dashscope.ts";
import { deepseek } from "./deepseek/deepseek.ts";
import { gemini } from "./gemini/gemini.ts";
import { groq } from "./groq.ts";
import { llamaCpp } from "./llama-cpp.ts";
import { minimax } from "./minimax/minimax.ts";
import { mistral } from "./mistral.ts";
import { moonshot } from "./moonshot/moonshot.ts";
import { openai, openaiCodex } from "./openai/openai.ts";
import { openrouter } from "./openrouter.ts";
import type { DialectName } from "../kernel/layout.ts";
import type { Provider } from "./provider.ts";
import { sglang } from "./sglang.ts";
import { vllm } from "./vllm.ts";
import { xai } from "./xai.ts";
import { zai } from "./zai.ts";

/** Every provider that forkproof knows. Their order decides nothing. */
export const providers: readonly Provider[] = [
  anthropic,
  openai,
  openaiCodex,
  bedrock,
  minimax,
  deepseek,
  gemini,
  dashscope,
  moonshot,
  zai,
  xai,
  mistral,
  groq,
  cerebras,
  vllm,
  sglang,
  llamaCpp,
  openrouter,
];

export function providerNamed(name: string): Provider | undefined {
  return byName.get(name);
}

const byName: ReadonlyMap<string, Provider> = new Map(providers.map((provider) => [provider.name, provider]));

/**
 * The provider that invented a wire format. Requests that name no provider are answered as this one answers, whichever others
 * serve the format.
 */
export function inventorOf(wire: DialectName): Provider {
  const inventor = providers.find(({ inventedWires }) => inventedWires?.includes(wire) === true);
  if (inventor === undefined) throw new Error(`no provider in harness/providers/list.ts invented ${wire}`);
  return inventor;
}
