import { type ProviderUrls, urlVariables } from "./provider-url.ts";

/** How to point one client at its providers. */
export type Preset = { readonly name: string; readonly arrange: Arrange };

export type Arrange = (urls: ProviderUrls, writeFile: WriteFile) => Arrangement;

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
  { name: "qwen-code", arrange: arrangeVariables },
  { name: "gemini-cli", arrange: arrangeVariables },
  {
    // @ai-sdk/anthropic 4 reads the same variable as Anthropic's own SDK, and takes it with the version.
    name: "ai-sdk",
    arrange: (urls) => ({
      environment: { ...knownVariables(urls), ANTHROPIC_BASE_URL: urls.anthropic.versioned },
      trailing: [],
    }),
  },
  { name: "codex", arrange: arrangeCodex("http") },
  { name: "codex-websocket", arrange: arrangeCodex("websocket") },
  { name: "pi", arrange: arrangePi },
  { name: "opencode", arrange: arrangeOpencode },
];

/** Codex 0.169 reads no variable: a provider of its own is given for this run, with the key where it always is. */
function arrangeCodex(transport: "http" | "websocket"): Arrange {
  return ({ openai }) => {
    const provider = {
      name: "recorded",
      base_url: openai.versioned,
      env_key: "OPENAI_API_KEY",
      wire_api: "responses",
      supports_websockets: transport === "websocket",
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

function arrangeOpencode(urls: ProviderUrls): Arrangement {
  const provider = {
    anthropic: { options: { baseURL: urls.anthropic.versioned } },
    openai: { options: { baseURL: urls.openai.versioned } },
    google: { options: { baseURL: `${urls.gemini.bare}/v1beta` } },
  };
  return { environment: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider }) }, trailing: [] };
}
