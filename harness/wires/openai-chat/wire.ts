import type { Dialect } from "../wire.ts";
import { readError } from "../read-error.ts";
import { parseLayout } from "./parse-layout.ts";
import { readUsage } from "./read-usage.ts";
import { recognises } from "./recognises.ts";

/**
 * OpenAI's Chat Completions (`POST …/chat/completions`), as OpenAI and those who copied it speak it: DeepSeek, DashScope,
 * Groq, MiniMax, Mistral, Moonshot, OpenRouter, xAI, Z.ai.
 */
export const openaiChat: Dialect = { name: "openai-chat", recognises, parseLayout, readUsage, readError };
