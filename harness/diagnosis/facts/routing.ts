/** Headers that send a request to another account or deployment, whose cache is another one. */
export const accountHeaders: readonly string[] = [
  "openai-organization",
  "openai-project",
  "chatgpt-account-id",
  "x-goog-user-project",
];

/**
 * Headers without which a provider caches nothing, or not for this conversation. Sources: other-forks.md A.9 (DashScope's
 * cache control), provider-caches.md 5 (its session cache) and 3.3 (the Codex backend's session).
 */
export const cacheHeaders: Readonly<Record<string, readonly string[]>> = {
  dashscope: ["x-dashscope-cachecontrol", "x-dashscope-session-cache"],
  "openai-codex": ["session_id", "session-id"],
};
