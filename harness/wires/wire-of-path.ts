import { wires } from "./list.ts";
import type { DialectName } from "../kernel/layout.ts";

/**
 * The wire that a request's path names; `foreign` for one that forkproof does not read; null where the path says nothing,
 * as behind a gateway, or where one path serves several wires (Bedrock's and Vertex's invoke), so that the body's shape must decide.
 */
export function wireOfPath(path: string): DialectName | "foreign" | null {
  if (countsTokens(path)) return "foreign";
  const [withoutQuery = ""] = path.split("?");
  return ENDINGS.find(([ending]) => withoutQuery.endsWith(ending))?.[1] ?? null;
}

/**
 * Whether a request only counts the tokens of a prompt. It has the body of one that is answered, but nothing is generated, and no
 * cache is read or written: it is not part of a conversation. Sources: Anthropic's Token counting ("does not use caching"), also
 * as served by Vertex and Bedrock; OpenAI's Responses, input tokens; Gemini API, countTokens.
 */
export function countsTokens(path: string): boolean {
  const [withoutQuery = ""] = path.split("?");
  return COUNTING.some((ending) => withoutQuery.endsWith(ending));
}

const COUNTING: readonly string[] = [
  "/messages/count_tokens",
  "/count-tokens",
  "/count-tokens:rawPredict",
  "/responses/input_tokens",
  ":countTokens",
];

const ENDINGS: readonly (readonly [ending: string, wire: DialectName | "foreign"])[] = [
  ...wires.flatMap(({ name, endings }) => endings.map((ending) => [ending, name] as const)),
  // A cache resource, and shapes that look like Chat Completions and are not: Cohere's and Ollama's own.
  ["/cachedContents", "foreign"],
  ["/v2/chat", "foreign"],
  ["/api/chat", "foreign"],
  ["/embeddings", "foreign"],
];
