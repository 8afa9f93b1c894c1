import type { Header } from "../../kernel/exchange.ts";

/**
 * Headers that a cassette keeps: those that decide the wire format, the cache, its routing or the price (harness/providers/FACTS.md; codes
 * CB105, CB601, CB603, CB604), those that name the client, the lane that a request names, and the mocked cache that it asked. An
 * allow-list, so that a credential in an unexpected header is dropped with the rest.
 */
const keptNames: ReadonlySet<string> = new Set([
  "content-type",
  "content-encoding",
  "user-agent",
  "anthropic-version",
  "anthropic-beta",
  "openai-beta",
  "openai-organization",
  "openai-project",
  "originator",
  "session_id",
  "session-id",
  "thread-id",
  "conversation_id",
  "conversation-id",
  "x-app",
  "x-client-request-id",
  "x-codex-beta-features",
  "x-codex-parent-thread-id",
  "x-codex-window-id",
  "x-dashscope-cachecontrol",
  "x-dashscope-session-cache",
  "x-dashscope-useragent",
  "x-forkproof-cache",
  "x-forkproof-lane",
  "x-goog-api-client",
  "x-grok-conv-id",
  "x-openai-subagent",
  "x-session-affinity",
  "x-vertex-ai-llm-request-type",
  "x-vertex-ai-llm-shared-request-type",
]);

/** Set by the SDKs that Stainless generates: package, its version, language, runtime, platform, retries. */
const sdkPrefix = "x-stainless-";

/** The headers of a request that may be written to disk, as sent and in order. */
export function keptHeaders(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => isKept(name));
}

export function isKept(name: string): boolean {
  const lower = name.toLowerCase();
  return keptNames.has(lower) || lower.startsWith(sdkPrefix);
}
