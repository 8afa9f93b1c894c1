/** How a kind of credential looks in text. */
export type CredentialShape = { readonly name: string; readonly pattern: string };

/** A mark or a word of prose ("sk-your-key-here", "Bearer authentication") has no digit; real ones do. */
const hasDigit = String.raw`(?=[^\s"'\\,;&]*\d)`;

/**
 * Credentials as their issuers publish them, the more telling shape first where two fit. The last four know no issuer:
 * there the words around the value tell.
 */
export const credentialShapes: readonly CredentialShape[] = [
  { name: "an Anthropic key", pattern: String.raw`\bsk-ant-${hasDigit}[\w-]{16,}` },
  { name: "an OpenRouter key", pattern: String.raw`\bsk-or-${hasDigit}[\w-]{20,}` },
  { name: "an OpenAI-style key", pattern: String.raw`\bsk-${hasDigit}[\w-]{20,}` },
  { name: "a Google API key", pattern: String.raw`\bAIza[\w-]{35}` },
  { name: "a Google access token", pattern: String.raw`\bya29\.[\w-]{20,}` },
  { name: "a Google client secret", pattern: String.raw`\bGOCSPX-[\w-]{20,}` },
  { name: "a Groq key", pattern: String.raw`\bgsk_[A-Za-z0-9]{32,}` },
  { name: "an xAI key", pattern: String.raw`\bxai-[A-Za-z0-9]{32,}` },
  { name: "a Perplexity key", pattern: String.raw`\bpplx-[A-Za-z0-9]{32,}` },
  { name: "an NVIDIA key", pattern: String.raw`\bnvapi-[\w-]{32,}` },
  { name: "a Cerebras key", pattern: String.raw`\bcsk-[a-z0-9]{32,}` },
  { name: "a Fireworks key", pattern: String.raw`\bfw_[A-Za-z0-9]{22,}` },
  { name: "a Replicate token", pattern: String.raw`\br8_[A-Za-z0-9]{32,}` },
  { name: "a Tavily key", pattern: String.raw`\btvly-${hasDigit}[\w-]{20,}` },
  { name: "a LangSmith key", pattern: String.raw`\blsv2_(?:pt|sk)_[A-Za-z0-9_]{32,}` },
  { name: "a Hugging Face token", pattern: String.raw`\bhf_[A-Za-z0-9]{30,}` },
  { name: "an AWS access key id", pattern: String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b` },
  {
    name: "an Amazon Bedrock key",
    pattern: String.raw`\b(?:ABSK[A-Za-z0-9+/]{60,}|bedrock-api-key-[A-Za-z0-9+/=]{40,})`,
  },
  { name: "a GitHub token", pattern: String.raw`\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})` },
  { name: "a GitLab token", pattern: String.raw`\bglpat-[\w-]{20,}` },
  { name: "an npm token", pattern: String.raw`\bnpm_[A-Za-z0-9]{36}` },
  { name: "a PyPI token", pattern: String.raw`\bpypi-AgE[\w-]{40,}` },
  { name: "a Slack token", pattern: String.raw`\b(?:xox[abeoprs]|xapp)-${hasDigit}[\w-]{10,}` },
  { name: "a Stripe key", pattern: String.raw`\b[rs]k_live_[A-Za-z0-9]{16,}` },
  { name: "a SendGrid key", pattern: String.raw`\bSG\.[\w-]{16,}\.[\w-]{16,}` },
  { name: "a Databricks token", pattern: String.raw`\bdapi[0-9a-f]{32}` },
  { name: "a DigitalOcean token", pattern: String.raw`\bdo[opr]_v1_[0-9a-f]{40,}` },
  {
    name: "a private key",
    pattern: String.raw`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s)+(?:[\w+/]{20}|Proc-Type|Version|Comment)`,
  },
  { name: "an age key", pattern: String.raw`\bAGE-SECRET-KEY-1[0-9A-Z]{20,}` },
  { name: "a JSON Web Token", pattern: String.raw`\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}` },
  { name: "a bearer token", pattern: String.raw`\b(?i:bearer)\s+${hasDigit}[\w.~+/-]{20,}` },
  { name: "a user name and password", pattern: String.raw`\b(?i:authorization)\W{1,16}(?i:basic)\s+[A-Za-z0-9+/]{8,}` },
  {
    name: "a password in an address",
    pattern: String.raw`\b[a-z][a-z+]{1,20}://[\w.%-]{1,64}:(?=[^@\s"'\\/]*\d)[^@\s"'\\/:]{8,100}@`,
  },
  {
    name: "a value under a credential's name",
    pattern: String.raw`(?i:api[_-]?key|api[_-]?token|access[_-]?token|auth[_-]?token|refresh[_-]?token|session[_-]?token|client[_-]?secret|secret[_-]?(?:access[_-]?)?key|authorization|password|[?&](?:key|sig|token))\\*["']?\s*[:=]\s*\\*["']?(?=[\w+/~-]*\d)(?=[\w+/~-]*[A-Za-z])[\w+/~-]{20,}`,
  },
];
