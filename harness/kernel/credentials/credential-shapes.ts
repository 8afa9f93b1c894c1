/** How a kind of credential looks in text. */
export type CredentialShape = {
  readonly name: string;
  readonly pattern: string;
  /**
   * How it looks where letters stand right before it: as always, unless another pattern is said; null where its beginning is too
   * short to tell it from a word ("desk-", "task-", "MSG.").
   */
  readonly glued?: string | null;
};

/** A pattern that takes its letters in either case, as `(?i:…)` does, which Node 22 does not know. */
function anyCase(pattern: string): string {
  return pattern.replaceAll(/\\.|[a-z]/g, (each) => (each.length > 1 ? each : `[${each.toUpperCase()}${each}]`));
}

/** A mark or a word of prose ("sk-your-key-here", "Bearer authentication") has no digit; real ones do. */
const hasDigit = String.raw`(?=[^\s"'\\,;&]*\d)`;

/** A name and its value, as far as the value's length that is written behind it goes. */
const pair = String.raw`[\w.-]{1,64}=[^\s"'\\;]`;

/**
 * Credentials with a known prefix, as their issuers publish them; the more specific shape first if two fit. Each
 * begins a word: the boundary before it is asked once for all of them, which makes the search three times as fast.
 */
export const prefixedShapes: readonly CredentialShape[] = [
  { name: "an Anthropic key", pattern: String.raw`sk-ant-${hasDigit}[\w-]{16,}` },
  {
    name: "an OpenRouter key",
    pattern: String.raw`sk-or-${hasDigit}[\w-]{20,}`,
    glued: String.raw`sk-or-v1-[0-9a-f]{32,}`,
  },
  {
    name: "an OpenAI-style key",
    pattern: String.raw`sk-${hasDigit}[\w-]{20,}`,
    // In three alphabets at once, which no digest is written in.
    glued: String.raw`sk-(?:(?:proj|svcacct|admin)-[\w-]{20,}|(?=\w*[A-Z])(?=\w*[a-z])(?=\w*\d)[A-Za-z0-9]{32,})`,
  },
  { name: "a Google API key", pattern: String.raw`AIza[\w-]{35}` },
  { name: "a Google key of an agent", pattern: String.raw`AQ\.${hasDigit}[\w-]{35,}`, glued: null },
  { name: "a Google access token", pattern: String.raw`ya29\.[\w-]{20,}` },
  { name: "a Google refresh token", pattern: String.raw`1//0[\w-]{30,}`, glued: null },
  { name: "a Google client secret", pattern: String.raw`GOCSPX-[\w-]{20,}` },
  { name: "a Groq key", pattern: String.raw`gsk_[A-Za-z0-9]{32,}` },
  { name: "an xAI key", pattern: String.raw`xai-[A-Za-z0-9]{32,}` },
  { name: "a Perplexity key", pattern: String.raw`pplx-[A-Za-z0-9]{32,}` },
  { name: "an NVIDIA key", pattern: String.raw`nvapi-[\w-]{32,}` },
  { name: "a Cerebras key", pattern: String.raw`csk-[a-z0-9]{32,}`, glued: null },
  { name: "a Fireworks key", pattern: String.raw`fw_[A-Za-z0-9]{22,}`, glued: null },
  { name: "a Replicate token", pattern: String.raw`r8_[A-Za-z0-9]{32,}`, glued: null },
  { name: "a Tavily key", pattern: String.raw`tvly-${hasDigit}[\w-]{20,}` },
  { name: "a LangSmith key", pattern: String.raw`lsv2_(?:pt|sk)_[A-Za-z0-9_]{32,}` },
  { name: "a Hugging Face token", pattern: String.raw`hf_[A-Za-z0-9]{30,}` },
  { name: "an AWS access key id", pattern: String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}\b` },
  {
    name: "an Amazon Bedrock key",
    pattern: String.raw`(?:ABSK[A-Za-z0-9+/]{60,}|bedrock-api-key-[A-Za-z0-9+/=]{40,})`,
  },
  { name: "a GitHub token", pattern: String.raw`(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})` },
  {
    name: "a GitLab token",
    pattern: String.raw`(?:glpat|gldt|glrt|glcbt|glptt|glft|glimt|glagent|gloas|glsoat|glffct|GR1348941)-?[\w-]{20,}`,
  },
  { name: "an npm token", pattern: String.raw`npm_[A-Za-z0-9]{36}` },
  { name: "a PyPI token", pattern: String.raw`pypi-AgE[\w-]{40,}` },
  { name: "a Slack token", pattern: String.raw`(?:xox[abeoprs]|xapp)-${hasDigit}[\w-]{10,}` },
  { name: "a Stripe key", pattern: String.raw`[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}` },
  { name: "a secret of a webhook", pattern: String.raw`whsec_[A-Za-z0-9+/=]{24,}` },
  {
    name: "an address of a Slack webhook",
    pattern: String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[\w/-]{20,}`,
  },
  {
    name: "an address of a Discord webhook",
    pattern: String.raw`discord(?:app)?\.com/api/webhooks/\d{15,21}/[\w-]{40,}`,
  },
  {
    name: "an address of a Teams webhook",
    pattern: String.raw`webhook\.office\.com/webhookb2/[\w-]{30,}@[\w-]{30,}/IncomingWebhook/[0-9a-f]{32}/[\w-]{30,}`,
  },
  { name: "a SendGrid key", pattern: String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`, glued: null },
  { name: "a Databricks token", pattern: String.raw`dapi[0-9a-f]{32}` },
  { name: "a DigitalOcean token", pattern: String.raw`do[opr]_v1_[0-9a-f]{40,}` },
  { name: "an age key", pattern: String.raw`AGE-SECRET-KEY-1[0-9A-Z]{20,}` },
  { name: "a Twilio key", pattern: String.raw`SK[0-9a-f]{32}`, glued: null },
  { name: "a Mailgun key", pattern: String.raw`key-[0-9a-f]{32}`, glued: null },
  { name: "a Square token", pattern: String.raw`sq0[a-z]{3}-[\w-]{22,}` },
  { name: "a Shopify token", pattern: String.raw`shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}` },
  { name: "an Atlassian token", pattern: String.raw`ATATT3[\w=-]{50,}` },
  { name: "a Linear key", pattern: String.raw`lin_api_[A-Za-z0-9]{32,}` },
  { name: "a Notion token", pattern: String.raw`(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})` },
  { name: "a Figma token", pattern: String.raw`figd_[\w-]{30,}` },
  { name: "a Postman key", pattern: String.raw`PMAK-[0-9a-f]{24}-[0-9a-f]{34}` },
  { name: "a Doppler token", pattern: String.raw`dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9]{40,}`, glued: null },
  { name: "a Vault token", pattern: String.raw`hv[sbr]\.[\w-]{24,}`, glued: null },
  { name: "a Pulumi token", pattern: String.raw`pul-[0-9a-f]{40}`, glued: null },
  { name: "a Sentry token", pattern: String.raw`sntry[su]_[\w=+/-]{40,}` },
  { name: "a Sentry address", pattern: String.raw`https://[0-9a-f]{32}(?::[0-9a-f]{32})?@[\w.-]{1,80}/\d+` },
  { name: "a Grafana token", pattern: String.raw`gl(?:sa|c)_[\w=+/]{32,}` },
  { name: "a New Relic key", pattern: String.raw`NRAK-[A-Z0-9]{27}` },
  { name: "a Heroku key", pattern: String.raw`HRKU-[\w-]{36,}` },
  { name: "a Supabase token", pattern: String.raw`(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,})` },
  { name: "a Netlify token", pattern: String.raw`nfp_[A-Za-z0-9]{36,}` },
  { name: "a PlanetScale token", pattern: String.raw`pscale_(?:tkn|pw|oauth)_[\w.=-]{32,}` },
  { name: "an Airtable token", pattern: String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`, glued: null },
  { name: "a Docker token", pattern: String.raw`dckr_[op]at_[\w-]{27,}` },
  { name: "a Pinecone key", pattern: String.raw`pcsk_[A-Za-z0-9_]{40,}` },
  { name: "a Jina key", pattern: String.raw`jina_[0-9a-f]{32}[\w-]{20,}` },
  { name: "a Firecrawl key", pattern: String.raw`fc-[0-9a-f]{32}\b`, glued: null },
  { name: "an ElevenLabs key", pattern: String.raw`sk_[0-9a-f]{48}\b`, glued: null },
  { name: "a Dynatrace token", pattern: String.raw`dt0[a-z]01\.[A-Z0-9]{24}\.[A-Z0-9]{64}` },
  { name: "a RubyGems key", pattern: String.raw`rubygems_[0-9a-f]{48}` },
  { name: "a crates.io token", pattern: String.raw`cio[A-Za-z0-9]{32}`, glued: null },
  { name: "an E2B key", pattern: String.raw`e2b_[0-9a-f]{40}`, glued: null },
  { name: "a Telegram bot token", pattern: String.raw`(?:bot)?\d{8,10}:AA[\w-]{33}` },
  { name: "a Fly.io token", pattern: String.raw`(?:fo1|fm[12][ar]?)_${hasDigit}[\w+/=-]{40,}`, glued: null },
  { name: "an Azure account key", pattern: String.raw`AccountKey=[A-Za-z0-9+/]{86}==` },
  { name: "a JSON Web Token", pattern: String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}` },
  { name: "a bearer token", pattern: String.raw`${anyCase("bearer")}\s+${hasDigit}[\w.~+/-]{20,}`, glued: null },
  {
    name: "a user name and password",
    pattern: String.raw`${anyCase("authorization")}\W{1,16}${anyCase("basic")}\s+[A-Za-z0-9+/]{8,}`,
    glued: null,
  },
  {
    // All pairs of the header, where one of them is as long as a session's id.
    name: "a cookie",
    pattern: String.raw`${anyCase("cookie")}\W{1,8}(?:${pair}{0,200};\s*){0,20}[\w.-]{1,64}=${hasDigit}[^\s"'\\,;]{20,}(?:;\s*${pair}*)*`,
    glued: null,
  },
];

const names = String.raw`(?:api[_-]?key|(?:access|api|auth|refresh|session)[_-]?token|client[_-]?secret|secret[_-]?(?:access[_-]?)?key|authorization|password|[?&](?:key|sig|token))`;

/** Of a query, in its own words. `code` and `key` are not among them: short values of theirs are mostly harmless. */
const queryNames = anyCase(
  "(?:(?:access|auth|id|refresh|session|x-amz-security)[_-]?token|token|jwt|(?:client[_-]?)?secret|auth|sig|(?:x-(?:amz|goog)-)?signature|x-goog-credential)",
);

/** Credentials that only the text around them shows. The pattern begins at what is rare, so that the search is fast. */
export const contextShapes: readonly CredentialShape[] = [
  {
    name: "a private key",
    pattern: String.raw`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s)+(?:[\w+/]{20}|Proc-Type|Version|Comment)`,
  },
  {
    name: "a password in an address",
    pattern: String.raw`://[\w.%-]{0,64}:(?=[^\s"'\\/]*\d[^\s"'\\/]*@)[^\s"'\\/]{8,100}@`,
  },
  {
    name: "a value under a credential's name",
    pattern: String.raw`[:=](?=\s*\\*["']?(?=[\w+/~-]*\d)(?=[\w+/~-]*[A-Za-z])[\w+/~-]{20})(?<=${anyCase(names)}\\*["']?\s*[:=])`,
  },
  {
    name: "a credential in the query of an address",
    pattern: String.raw`=(?=[\w+/~.%-]{8})(?=[\w+/~.%-]*\d)(?=[\w+/~.%-]*[A-Za-z])(?<=[?&](?:amp;)?${queryNames}=)`,
  },
];
