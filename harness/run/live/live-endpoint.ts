import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Header } from "../../kernel/exchange.ts";
import type { DialectName } from "../../kernel/layout.ts";

/** Where live requests go, and with which key. */
export type LiveEndpoint = {
  readonly provider: string;
  readonly baseUrl: URL;
  /** Put in place of whatever the fork under test sends: a fork never sees the key. */
  readonly credential: Header;
  readonly diagnoses: LiveProviderFacts["diagnoses"];
};

/** What a user gave beside the scenario. */
export type LiveChoice = {
  /** The endpoint's base URL, with or without the API's version; null for the environment's, then the provider's own. */
  readonly baseUrl: string | null;
  readonly environment: (name: string) => string | undefined;
};

type LiveProviderFacts = {
  readonly provider: string;
  readonly dialects: readonly DialectName[];
  readonly publicUrl: string;
  readonly keyVariable: string;
  readonly urlVariable: string;
  readonly credential: (key: string) => Header;
  /** Whether it says why a prompt was not read, when it is asked (provider-caches.md 11). */
  readonly diagnoses: "anthropic" | "openai-responses" | null;
};

const bearer = (key: string): Header => ["authorization", `Bearer ${key}`];

/** Providers that live mode knows; of a dialect the first one is meant where the scenario names none. */
const providers: readonly LiveProviderFacts[] = [
  {
    provider: "anthropic",
    dialects: ["anthropic-messages"],
    publicUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    urlVariable: "ANTHROPIC_BASE_URL",
    credential: (key) => ["x-api-key", key],
    diagnoses: "anthropic",
  },
  {
    provider: "openai",
    dialects: ["openai-responses", "openai-chat"],
    publicUrl: "https://api.openai.com",
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "OPENAI_BASE_URL",
    credential: bearer,
    diagnoses: "openai-responses",
  },
  {
    provider: "gemini",
    dialects: ["gemini-generate"],
    publicUrl: "https://generativelanguage.googleapis.com",
    keyVariable: "GEMINI_API_KEY",
    urlVariable: "GOOGLE_GEMINI_BASE_URL",
    credential: (key) => ["x-goog-api-key", key],
    diagnoses: null,
  },
  compatible("dashscope", "https://dashscope.aliyuncs.com/compatible-mode", "DASHSCOPE"),
  compatible("deepseek", "https://api.deepseek.com", "DEEPSEEK"),
  compatible("moonshot", "https://api.moonshot.ai", "MOONSHOT"),
  compatible("minimax", "https://api.minimax.io", "MINIMAX"),
  compatible("zai", "https://api.z.ai/api/paas", "ZAI"),
];

/** Somebody else behind OpenAI's Chat Completions. */
function compatible(provider: string, publicUrl: string, prefix: string): LiveProviderFacts {
  const variables = { keyVariable: `${prefix}_API_KEY`, urlVariable: `${prefix}_BASE_URL` };
  return { provider, dialects: ["openai-chat"], publicUrl, ...variables, credential: bearer, diagnoses: null };
}

/**
 * The endpoint for a parent of this dialect.
 *
 * @throws HarnessError HX310 where the key is not in the environment, HX311 for a provider that live mode does not know,
 * HX508 for a base URL that is none
 */
export function liveEndpoint(
  {
    dialect,
    provider,
    place,
  }: { readonly dialect: DialectName; readonly provider: string | null; readonly place: string },
  { baseUrl, environment }: LiveChoice,
): LiveEndpoint {
  const facts = providers.find(
    (each) => each.dialects.includes(dialect) && (provider ?? each.provider) === each.provider,
  );
  if (facts === undefined) throw unknownProvider(dialect, provider, place);
  const key = environment(facts.keyVariable);
  if (key === undefined || key.trim() === "") throw withoutKey(facts, place);
  if (!/^[\x21-\x7e]+$/.test(key)) throw unusableKey(facts, place);
  return {
    provider: facts.provider,
    baseUrl: parseUrl(baseUrl ?? environment(facts.urlVariable) ?? facts.publicUrl),
    credential: facts.credential(key),
    diagnoses: facts.diagnoses === "openai-responses" && dialect !== "openai-responses" ? null : facts.diagnoses,
  };
}

/** A base URL without the API's version: the paths of recorded requests have it. */
function parseUrl(text: string): URL {
  const url = URL.parse(text.replace(/\/v1\/?$/, "/"));
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new HarnessError({
    code: "HX508",
    what: `"${text}" is no base URL`,
    fix: "give scheme and host, such as https://api.anthropic.com",
    exit: 2,
  });
}

function withoutKey({ provider, keyVariable }: LiveProviderFacts, place: string): HarnessError {
  return new HarnessError({
    code: "HX310",
    what: `a live run asks ${provider}, and ${keyVariable} is not set`,
    where: place,
    fix: `set ${keyVariable} to a key of a workspace made for tests, or run without --live`,
    exit: 2,
  });
}

/** A header takes no line break; the text itself is told to nobody. */
function unusableKey({ keyVariable }: LiveProviderFacts, place: string): HarnessError {
  return new HarnessError({
    code: "HX310",
    what: `${keyVariable} holds a line break, a blank or another character that no key has`,
    where: place,
    fix: `set ${keyVariable} to the key alone`,
    exit: 2,
  });
}

function unknownProvider(dialect: DialectName, provider: string | null, place: string): HarnessError {
  const known = providers.filter(({ dialects }) => dialects.includes(dialect)).map((each) => each.provider);
  return new HarnessError({
    code: "HX311",
    what: `live mode cannot send ${dialect} to ${provider ?? "anybody"}`,
    where: place,
    fix: known.length === 0 ? "run it with `mode: mock`" : `name one of ${known.join(", ")} in provider.name`,
    exit: 2,
  });
}
