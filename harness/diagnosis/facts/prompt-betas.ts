/** Headers and members by which a request switches betas on. */
export const betaHeaders: readonly string[] = ["anthropic-beta"];
export const betaMembers: readonly string[] = ["betas", "anthropic_beta"];

/**
 * Betas that reach the prompt, without their dates. Anthropic lists the set of active betas as prompt-affecting and names
 * no level (provider-caches.md 2.3); these change what is rendered: tool definitions, thinking, the model's instructions.
 * Any other is a note: real clients add and drop harmless ones (codes.md, Borderlines).
 */
const PROMPT_BETAS: readonly string[] = [
  "advanced-tool-use",
  "code-execution",
  "computer-use",
  "context-management",
  "fast-mode",
  "interleaved-thinking",
  "mcp-client",
  "output-format",
  "skills",
  "structured-outputs",
  "token-efficient-tools",
  "tool-search-tool",
  "web-fetch",
];

export function reachesPrompt(beta: string): boolean {
  return PROMPT_BETAS.includes(beta.replace(/-\d{4}-\d{2}-\d{2}$/, ""));
}
