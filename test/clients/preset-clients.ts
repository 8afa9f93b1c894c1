import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { main } from "../cli/run-forkproof.ts";
import type { Places } from "./client-case.ts";
import { clientEnvironment } from "./client-environment.ts";
import { geminiEnvironment, geminiSettings } from "./gemini.ts";
import type { Row } from "./run-client.ts";

/** A client that `record --preset` alone points at the proxy. */
export type PresetClient = {
  readonly name: string;
  /** Pinned, the client's own package first. */
  readonly packages: readonly string[];
  readonly wire: string;
  readonly preset: string;
  /** A template of its settings, in the project. */
  readonly template?: { readonly name: string; readonly text: string };
  readonly files?: (places: Places) => Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: (places: Places) => readonly string[];
  /** The one path that it asks. */
  readonly path: string;
};

const system = `${process.platform}-${process.arch}`;
const packages = (places: Places): string => join(places.installed, "node_modules");

export const presetClients: readonly PresetClient[] = [
  {
    name: "claude-code, preset",
    packages: ["@anthropic-ai/claude-code@2.1.330"],
    wire: "anthropic-messages",
    preset: "claude-code",
    environment: { DISABLE_AUTOUPDATER: "1", DISABLE_TELEMETRY: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    command: (places) => {
      const claude = join(packages(places), `@anthropic-ai/claude-code-${system}/claude`);
      return [claude, "-p", "--model", "claude-sonnet-4-5", "Say hello."];
    },
    path: "/v1/messages?beta=true",
  },
  {
    name: "gemini-cli, preset",
    packages: ["@google/gemini-cli@0.61.0"],
    wire: "gemini-generate",
    preset: "gemini-cli",
    files: ({ home }) => ({ [`${home}/.gemini/settings.json`]: geminiSettings }),
    environment: geminiEnvironment,
    command: (places) => {
      const gemini = join(packages(places), "@google/gemini-cli/bundle/gemini.js");
      return [places.node, gemini, "-m", "gemini-2.5-pro", "-y", "-p", "Say hello."];
    },
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
  },
  {
    name: "opencode, preset",
    packages: ["opencode-ai@1.18.33"],
    wire: "anthropic-messages",
    preset: "opencode",
    environment: { OPENCODE_DISABLE_MODELS_FETCH: "1" },
    command: (places) => {
      const opencode = join(packages(places), `opencode-${system}/bin/opencode`);
      return [opencode, "run", "-m", "anthropic/claude-sonnet-4-5", "Say hello."];
    },
    path: "/v1/messages",
  },
  {
    name: "continue, preset",
    packages: ["@continuedev/cli@1.5.47"],
    wire: "anthropic-messages",
    preset: "continue",
    template: {
      name: "config.yaml",
      text: 'name: recorded\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: mocked\n    provider: anthropic\n    model: claude-sonnet-4-5\n    apiKey: mocked\n    apiBase: "{baseUrl}/v1/"\n    roles: [chat]\n',
    },
    environment: { CONTINUE_TELEMETRY_ENABLED: "0" },
    command: (places) => {
      const cn = join(packages(places), "@continuedev/cli/dist/cn.js");
      return [places.node, cn, "-p", "--auto", "Say hello."];
    },
    path: "/v1/messages",
  },
  {
    name: "cline, preset",
    packages: ["cline@3.0.65"],
    wire: "anthropic-messages",
    preset: "cline",
    template: {
      name: "providers.json",
      text: JSON.stringify({
        version: 1,
        lastUsedProvider: "anthropic",
        modes: {},
        providers: {
          anthropic: {
            settings: {
              provider: "anthropic",
              apiKey: "mocked",
              model: "claude-sonnet-4-5",
              baseUrl: "{baseUrl}/v1",
            },
            updatedAt: "2026-11-01T00:00:00.000Z",
            tokenSource: "manual",
          },
        },
      }),
    },
    environment: { CLINE_SESSION_BACKEND_MODE: "local" },
    command: (places) => {
      const cline = join(packages(places), "cline/bin/cline");
      return [places.node, cline, "-P", "anthropic", "-m", "claude-sonnet-4-5", "-k", "mocked", "Say hello."];
    },
    path: "/v1/messages",
  },
];

const ANSWER = "All is done.";
/** Some clients ask more than once, such as for a title. */
const answers = Array.from({ length: 4 }, () => ({ text: ANSWER }));
const script = { parent: answers, fork: answers };

/** Records one prompt, which the mocked provider answers. */
export async function presetRows(client: PresetClient, installed: string): Promise<readonly Row[]> {
  using folder = makeTempFolder();
  const home = join(folder.path, "home");
  const places = { installed, home, project: join(folder.path, "project"), node: process.execPath };
  for (const each of [home, join(places.project, ".git")]) mkdirSync(each, { recursive: true });
  const { template } = client;
  const files = {
    [join(folder.path, "script.json")]: JSON.stringify(script),
    ...(template !== undefined && { [join(places.project, template.name)]: template.text }),
    ...client.files?.(places),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const out = join(folder.path, "cassette");
  const options = ["--preset", client.preset, "--mock", "../script.json", "--out", out];
  const filled = template === undefined ? [] : ["--config-template", template.name];
  const args = [main, "record", ...options, ...filled, "--", ...client.command(places)];
  const { exit, printed } = await run(args, client, places);
  if (exit !== "0") return [{ pair: "exit code", expected: "0", got: exit }];
  const cassette = openCassette(out);
  const paths = new Set(cassette.ids.map((id) => cassette.load(id).path));
  return [
    { pair: "exit code", expected: "0", got: exit },
    { pair: "answer", expected: ANSWER, got: printed.includes(ANSWER) ? ANSWER : "not printed" },
    { pair: "paths", expected: client.path, got: [...paths].join(", ") },
  ];
}

/** Longer than any of them takes. */
const PATIENCE_MS = 300_000;

function run(
  args: readonly string[],
  { environment }: PresetClient,
  { home, project, node }: Places,
): Promise<{ readonly exit: string; readonly printed: string }> {
  const env = { ...clientEnvironment(home), ...environment };
  return new Promise((settle) => {
    const child = execFile(node, args, { cwd: project, env, timeout: PATIENCE_MS }, (fault, printed, err) => {
      const exit = fault === null ? "0" : `${child.exitCode ?? child.signalCode}: ${err.trim().slice(-300)}`;
      settle({ exit, printed });
    });
    child.stdin?.end();
  });
}
