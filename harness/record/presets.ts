import { type ProviderName, type ProviderUrls, urlVariables } from "./provider-url.ts";

/** How to point one client at its providers. */
export type Preset = {
  readonly name: string;
  readonly arrange: Arrange;
  /** The one provider that it asks; a client without one may ask any. */
  readonly provider?: ProviderName;
  /** Where it asks by default, if not at the provider's public API. */
  readonly publicUrl?: string;
  /** Whether it reads settings from the file of a template, and whether it has no other way to get a base URL. */
  readonly template?: "possible" | "needed";
};

/** `config` is the path of the client's filled settings, if a template was given. */
export type Arrange = (urls: ProviderUrls, writeFile: WriteFile, config: string | null) => Arrangement;

/** Arguments to add to a command line. */
export type Arrangement = {
  readonly environment: Readonly<Record<string, string>>;
  /** Arguments behind the user's own: those before it may be `node` and a script, or `npx` and a name. */
  readonly trailing: readonly string[];
};

/** Writes a file that lives as long as the command, and answers its path. */
export type WriteFile = (name: string, text: string) => string;

/** For an unknown client: the variables that SDKs read. */
export const arrangeVariables: Arrange = (urls) => ({ environment: knownVariables(urls), trailing: [] });

/** Variables by name: a known one gets its provider's URL, any other the URL as the user gave it. */
export function arrangeNamed(names: readonly string[]): Arrange {
  return (urls) => {
    const known = knownVariables(urls);
    // An unknown name is allowed only where one URL stands for every provider.
    const environment = Object.fromEntries(names.map((name) => [name, known[name] ?? urls.anthropic.given]));
    return { environment, trailing: [] };
  };
}

function knownVariables(urls: ProviderUrls): Readonly<Record<string, string>> {
  return Object.fromEntries(urlVariables.map(({ name, provider, form }) => [name, urls[provider][form]]));
}

export const presets: readonly Preset[] = [
  { name: "claude-code", provider: "anthropic", arrange: arrangeVariables },
  { name: "codex", provider: "openai", arrange: arrangeCodex("http") },
  { name: "codex-websocket", provider: "openai", arrange: arrangeCodex("websocket") },
  {
    name: "codex-login",
    provider: "openai",
    publicUrl: "https://chatgpt.com/backend-api/codex",
    arrange: arrangeCodex("login"),
  },
  { name: "gemini-cli", provider: "gemini", arrange: arrangeVariables },
  {
    // Gemini CLI 0.61 after a login with Google: requests go to Code Assist.
    name: "gemini-cli-login",
    provider: "gemini",
    publicUrl: "https://cloudcode-pa.googleapis.com",
    arrange: ({ gemini }) => ({ environment: { CODE_ASSIST_ENDPOINT: gemini.given }, trailing: [] }),
  },
  { name: "qwen-code", arrange: arrangeVariables },
  { name: "opencode", template: "possible", arrange: arrangeOpencode },
  {
    // Continue 1.5
    name: "continue",
    template: "needed",
    arrange: (_, __, config) => ({ environment: {}, trailing: config === null ? [] : ["--config", config] }),
  },
  {
    // Cline 3.0 reads providers from the file that this variable names.
    name: "cline",
    template: "needed",
    arrange: (_, __, config) => ({
      environment: config === null ? {} : { CLINE_PROVIDER_SETTINGS_PATH: config },
      trailing: [],
    }),
  },
  { name: "pi", arrange: arrangePi },
  {
    // @ai-sdk/anthropic 4 reads the same variable as Anthropic's own SDK, and takes it with the version.
    name: "ai-sdk",
    arrange: (urls) => ({
      environment: { ...knownVariables(urls), ANTHROPIC_BASE_URL: urls.anthropic.versioned },
      trailing: [],
    }),
  },
];

/** Codex 0.169 reads no variable: a provider of its own is given for this run, with the key or login where it always is. */
function arrangeCodex(how: "http" | "websocket" | "login"): Arrange {
  return ({ openai }) => {
    const provider = {
      name: "recorded",
      wire_api: "responses",
      ...(how === "login"
        ? { base_url: openai.given, requires_openai_auth: true }
        : { base_url: openai.versioned, env_key: "OPENAI_API_KEY" }),
      supports_websockets: how === "websocket",
    };
    const members = Object.entries(provider).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    const trailing = ["-c", 'model_provider="recorded"', "-c", `model_providers.recorded={${members.join(",")}}`];
    return { environment: {}, trailing };
  };
}

/** pi 0.73 reads no variable either; an extension for this run moves its providers and leaves its own settings alone. */
function arrangePi(urls: ProviderUrls, writeFile: WriteFile): Arrangement {
  const moves = [
    ["anthropic", urls.anthropic.bare],
    ["openai", urls.openai.versioned],
    ["google", `${urls.gemini.bare}/v1beta`],
  ].map(([name, baseUrl]) => `  pi.registerProvider(${JSON.stringify(name)}, ${JSON.stringify({ baseUrl })});\n`);
  const path = writeFile("recorded-providers.js", `export default function (pi) {\n${moves.join("")}}\n`);
  return { environment: {}, trailing: ["-e", path] };
}

function arrangeOpencode(urls: ProviderUrls, _: WriteFile, config: string | null): Arrangement {
  if (config !== null) return { environment: { OPENCODE_CONFIG: config }, trailing: [] };
  const provider = {
    anthropic: { options: { baseURL: urls.anthropic.versioned } },
    openai: { options: { baseURL: urls.openai.versioned } },
    google: { options: { baseURL: `${urls.gemini.bare}/v1beta` } },
  };
  return { environment: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider }) }, trailing: [] };
}
