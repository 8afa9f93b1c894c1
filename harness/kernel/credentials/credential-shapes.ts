import { isUserAndPassword } from "./user-and-password.ts";

/** How a kind of credential looks in text. */
export type CredentialShape = {
  readonly name: string;
  readonly pattern: string;
  /**
   * How it looks where letters stand right before it: as always, unless another pattern is said; null where its beginning is too
   * short to tell it from a word ("desk-", "task-", "MSG.").
   */
  readonly glued?: string | null;
  /** A text that every match has, where the pattern does not begin with one. */
  readonly rare?: string;
  /** Reads on from the beginning where the pattern finds only that. */
  readonly whole?: RegExp;
  /** What is secret of the match, by default all of it: names and addresses around it stay readable. */
  readonly value?: RegExp;
  /** What a pattern cannot say about the secret. */
  readonly holds?: (value: string) => boolean;
};

/** Of a short prefix, which words have too: capitals, small letters and digits, as only a random text has them. */
const threeAlphabets = String.raw`(?=[\w-]{0,99}[A-Z])(?=[\w-]{0,99}[a-z])(?=[\w-]{0,99}\d)`;

/** A pattern that takes its letters in either case, as `(?i:…)` does, which Node 22 does not know. */
export function anyCase(pattern: string): string {
  return pattern.replaceAll(/\\.|[a-z]/g, (each) => (each.length > 1 ? each : `[${each.toUpperCase()}${each}]`));
}

/**
 * A mark or a word of prose ("sk-your-key-here", "Bearer authentication") has no digit; real ones do, and soon: without an end, the
 * search in a long run of beginnings would take the square of its length.
 */
const hasDigit = String.raw`(?=[^\s"'\\,;&]{0,200}\d)`;

const lastWord = /\S+$/g;

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
    glued: String.raw`sk-(?:(?:proj|svcacct|admin)-[\w-]{20,}|${threeAlphabets}[A-Za-z0-9]{32,})`,
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
  { name: "a Hugging Face token", pattern: String.raw`(?:hf|api_org)_[A-Za-z0-9]{30,}` },
  // The documentation's sample ends with the word EXAMPLE, which an issued key has by chance only.
  {
    name: "an AWS access key id",
    pattern: String.raw`(?:A3T[0-9A-Z]|AKIA|ASIA|ABIA|ACCA)(?![0-9A-Z]{9}EXAMPLE\b)[0-9A-Z]{16}\b`,
  },
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
  // Of zeros in base64, too, is there an "EAAA" inside.
  {
    name: "a Square token",
    pattern: String.raw`(?:sq0[a-z]{3}-[\w-]{22,}|EAAA${threeAlphabets}[\w-]{40,60}(?![\w-]))`,
    glued: String.raw`sq0[a-z]{3}-[\w-]{22,}`,
  },
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
  { name: "a Telegram bot token", pattern: String.raw`(?:bot)?\d{8,10}:AA[\w-]{33}`, rare: ":AA" },
  { name: "a Fly.io token", pattern: String.raw`(?:fo1|fm[12][ar]?)_${hasDigit}[\w+/=-]{40,}`, glued: null },
  // The name in front of the dot is not secret.
  {
    name: "a Terraform token",
    pattern: String.raw`\.atlasv1\.(?<=[A-Za-z0-9]{14}\.atlasv1\.)[\w=-]{40,}`,
    glued: null,
  },
  { name: "a Tailscale key", pattern: String.raw`tskey-[a-z]{3,10}-${hasDigit}[\w-]{20,}` },
  { name: "a CircleCI token", pattern: String.raw`CCI(?:PAT|PRJ)_${hasDigit}\w{30,}` },
  { name: "a Buildkite token", pattern: String.raw`bk(?:ua|aj|ct|at)_[0-9a-f]{40}` },
  { name: "a Vercel token", pattern: String.raw`vercel_blob_rw_${hasDigit}\w{20,}` },
  { name: "a Cloudflare token", pattern: String.raw`cf(?:ut|at|k)_[A-Za-z0-9]{40,}` },
  {
    name: "a Resend key",
    pattern: String.raw`re_${threeAlphabets}[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,32}\b`,
    glued: null,
  },
  { name: "a Voyage key", pattern: String.raw`pa-${threeAlphabets}[\w-]{43}(?![\w-])`, glued: null },
  { name: "a 1Password token", pattern: String.raw`(?:ops_eyJ[\w+/=]{100,}|A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}\b)` },
  { name: "an Alibaba key id", pattern: String.raw`LTAI${threeAlphabets}[A-Za-z0-9]{20}\b` },
  { name: "an Artifactory key", pattern: String.raw`(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})\b` },
  { name: "a ClickHouse key", pattern: String.raw`4b1d${threeAlphabets}[A-Za-z0-9]{38}\b`, glued: null },
  { name: "a Cloudflare origin key", pattern: String.raw`v1\.0-[0-9a-f]{24}-[0-9a-f]{146}` },
  { name: "a Facebook token", pattern: String.raw`EAA[MC][A-Za-z0-9]{100,}`, glued: null },
  { name: "a Harness key", pattern: String.raw`[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}`, glued: null },
  { name: "an Infracost key", pattern: String.raw`ico-[A-Za-z0-9]{32}\b`, glued: null },
  { name: "an Octopus key", pattern: String.raw`API-${hasDigit}[A-Z0-9]{26}\b`, glued: null },
  { name: "an OpenShift token", pattern: String.raw`sha256~${threeAlphabets}[\w-]{43}` },
  { name: "a Prefect key", pattern: String.raw`pnu_[A-Za-z0-9]{36}` },
  { name: "a ReadMe key", pattern: String.raw`rdme_[a-z0-9]{70}` },
  { name: "a Scalingo token", pattern: String.raw`tk-us-[\w-]{48}`, glued: null },
  { name: "a Brevo key", pattern: String.raw`xkeysib-[0-9a-f]{64}(?:-[A-Za-z0-9]{16})?` },
  { name: "a Shippo token", pattern: String.raw`shippo_(?:live|test)_[0-9a-fA-F]{40}` },
  { name: "a Sourcegraph token", pattern: String.raw`sgp_(?:[0-9a-fA-F]{16}_|local_)?[0-9a-fA-F]{40}` },
  { name: "an EasyPost key", pattern: String.raw`EZ[AT]K[A-Za-z0-9]{54}` },
  { name: "a Duffel token", pattern: String.raw`duffel_(?:live|test)_[\w=-]{43}` },
  { name: "a Flutterwave key", pattern: String.raw`FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,}` },
  { name: "a Frame.io token", pattern: String.raw`fio-u-[\w=-]{64}` },
  { name: "an Adobe secret", pattern: String.raw`p8e-${hasDigit}[A-Za-z0-9_-]{32}` },
  { name: "a Clojars token", pattern: String.raw`CLOJARS_[0-9a-zA-Z]{60}` },
  { name: "an Azure secret", pattern: String.raw`[\w.~]{3}\dQ~[\w.~-]{31,34}`, glued: null, rare: "Q~" },
  { name: "an Azure account key", pattern: String.raw`AccountKey=[A-Za-z0-9+/]{86}==` },
  // Right behind another beginning it is looked for once, or a run of beginnings would be read again and again.
  {
    name: "a JSON Web Token",
    pattern: String.raw`eyJ(?<!eyJ[\w-]{0,40}eyJ)[\w-]{10,4000}\.eyJ[\w-]{10,}\.[\w-]{10,}`,
  },
  {
    name: "a bearer token",
    pattern: String.raw`${anyCase("bearer")}\s+${hasDigit}[\w.~+/-]{20,}`,
    glued: null,
    value: lastWord,
  },
  {
    name: "a user name and password",
    pattern: String.raw`${anyCase("authorization")}\W{1,16}${anyCase("basic")}\s+[A-Za-z0-9+/]{8,}={0,2}`,
    glued: null,
    value: lastWord,
    holds: isUserAndPassword,
  },
  {
    name: "a value of an authorization header",
    pattern: String.raw`${anyCase("authorization")}["']?\s*[:=,]\s*["']?(?!${anyCase("bearer")})[A-Za-z][\w-]{1,20}\s+${hasDigit}[\w.~+/=-]{16,}`,
    glued: null,
    value: lastWord,
  },
  {
    // All pairs of the header, where one of them is as long as a session's id.
    name: "a cookie",
    pattern: String.raw`${anyCase("cookie")}\W{1,8}(?:${pair}{0,200};\s*){0,20}[\w.-]{1,64}=${hasDigit}[^\s"'\\,;]{20,}(?:;\s*${pair}*)*`,
    glued: null,
    value: /(?<=(?<!(?:path|domain|expires|max-age|samesite))=)[^;\s"'\\,]{6,}/gi,
  },
];
