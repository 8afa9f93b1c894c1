/**
 * A foreign text with `***` in place of anything that looks like a credential. A gateway may quote its own key in an error, and
 * errors go into results, transcripts and the conversation of a parent.
 */
export function hideCredentials(text: string): string {
  return text.replaceAll(credential, "***");
}

/** Words of prose ("sk-your-key-here", "Bearer authentication") have no digit; keys do. */
const hasDigit = String.raw`(?=[\w.~+/=-]*\d)`;

/** Keys with a known prefix, as their issuers document it. */
const prefixed: readonly string[] = [
  // Anthropic, OpenAI, OpenRouter, DeepSeek, DashScope, Moonshot and others like them.
  String.raw`sk-${hasDigit}[\w-]{16,}`,
  // Google: API key, access token, client secret.
  String.raw`AIza[\w-]{30,}`,
  String.raw`ya29\.[\w-]{20,}`,
  String.raw`GOCSPX-[\w-]{20,}`,
  // Groq, Fireworks, Replicate, Hugging Face, npm, GitHub.
  String.raw`(?:gsk|fw|r8|hf|npm|gh[pousr]|github_pat)_${hasDigit}\w{20,}`,
  // xAI, Perplexity, NVIDIA, Cerebras, Tavily, GitLab, Slack.
  String.raw`(?:xai|pplx|nvapi|csk|tvly|glpat|xox[abeoprs])-${hasDigit}[\w-]{16,}`,
  // AWS access key ids and Bedrock's own keys.
  String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
  String.raw`(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/=]{40,}`,
  // JSON Web Tokens.
  String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`,
];

/** Values that only the preceding name identifies. */
const named: readonly string[] = [
  String.raw`(?<=\bbearer\s{1,4})${hasDigit}[\w.~+/=-]{20,}`,
  String.raw`(?<=\bbasic\s{1,4})${hasDigit}[A-Za-z0-9+/=]{16,}`,
  String.raw`(?<=(?:api[_-]?key|token|secret|password|authorization|[?&](?:key|sig))["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4})${hasDigit}(?=[\w.~+/=-]*[a-z])[\w.~+/=-]{20,}`,
  String.raw`(?<=://[\w.%-]{1,64}:)[^@\s"'\\/:]{4,100}(?=@)`,
];

const credential = new RegExp(String.raw`\b(?:${prefixed.join("|")})|${named.join("|")}`, "gi");
