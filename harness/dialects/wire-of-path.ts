import type { DialectName } from "../kernel/layout.ts";

/**
 * The wire that a request's path names; `foreign` for one that forkproof does not read; null where the path says nothing,
 * as behind a gateway, or where one path serves several wires (Bedrock's and Vertex's invoke), so that the shape must tell.
 */
export function wireOfPath(path: string): DialectName | "foreign" | null {
  const [withoutQuery = ""] = path.split("?");
  return ENDINGS.find(([ending]) => withoutQuery.endsWith(ending))?.[1] ?? null;
}

const ENDINGS: readonly (readonly [ending: string, wire: DialectName | "foreign"])[] = [
  ["/messages", "anthropic-messages"],
  ["/messages/count_tokens", "anthropic-messages"],
  ["/chat/completions", "openai-chat"],
  ["/responses", "openai-responses"],
  [":generateContent", "gemini-generate"],
  [":streamGenerateContent", "gemini-generate"],
  ["/converse", "bedrock-converse"],
  ["/converse-stream", "bedrock-converse"],
  // A cache resource, and shapes that look like Chat Completions and are not: Cohere's and Ollama's own.
  ["/cachedContents", "foreign"],
  ["/v2/chat", "foreign"],
  ["/api/chat", "foreign"],
  ["/embeddings", "foreign"],
];
