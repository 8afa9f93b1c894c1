import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { playProvider } from "./playing-provider.ts";
import { KEY, runLive } from "./run-live.ts";

/** Writes down all that a subject can look at, and asks the provider with the key that it was given. */
const looking = `
import { readFileSync, writeFileSync } from "node:fs";
export async function look(file, { baseUrl, apiKey, body, ...task }) {
  const headers = { "content-type": "application/json", "x-api-key": apiKey, "anthropic-version": "2023-06-01" };
  const response = await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body });
  const { env, argv, execArgv, title, report } = process;
  const given = JSON.stringify({ baseUrl, apiKey, ...task });
  const heard = { status: response.status, headers: [...response.headers], text: await response.text() };
  let own = "";
  try { own = readFileSync("/proc/self/cmdline", "latin1") + readFileSync("/proc/self/environ", "latin1"); } catch {}
  writeFileSync(file, JSON.stringify({ env, argv, execArgv, title, own, report: report?.getReport(), given, sent: headers, heard }));
}
`;

type Seen = {
  readonly env: Readonly<Record<string, string>>;
  readonly given: string;
  readonly heard: { readonly status: number };
};

function write(source: string): { readonly path: string; readonly seen: () => { text: string; seen: Seen } } {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "look.mjs"), looking);
  writeFileSync(join(folder, "subject.mjs"), source);
  const read = (): { text: string; seen: Seen } => {
    const text = readFileSync(join(folder, "seen.json"), "utf8");
    return { text, seen: JSON.parse(text) as Seen };
  };
  return { path: join(folder, "subject.mjs"), seen: read };
}

const moduleSource = `
import { look } from "./look.mjs";
export default async (task) => {
  await look(import.meta.dirname + "/seen.json", { ...task, body: task.parent.request, request: String(task.parent.request) });
  return { output: "seen" };
};
`;

const commandSource = `
import { text } from "node:stream/consumers";
import { look } from "./look.mjs";
const stdin = await text(process.stdin);
const { ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: apiKey } = process.env;
const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi." }] });
await look(import.meta.dirname + "/seen.json", { baseUrl, apiKey, body, stdin });
`;

describe("a subject never sees the live key, in its environment, its task or its answers", () => {
  test.each<[kind: string, source: string, fork: (path: string) => object]>([
    ["a module", moduleSource, (path) => ({ subject: path, prompt: "Who taught her?" })],
    ["a command", commandSource, (path) => ({ command: [process.execPath, path], prompt: "Who taught her?" })],
  ])("if it is %s", async (_, source, fork) => {
    await using provider = await playProvider({ diagnostics: null });
    const { path, seen: read } = write(source);
    const run = await runLive(provider, { fork: fork(path) });
    const { text, seen } = read();
    // It did ask, and the provider was shown the key by us alone.
    expect(seen.heard.status).toBe(200);
    expect(provider.requests.length).toBeGreaterThanOrEqual(2);
    const keys = provider.requests.map(({ headers }) => Object.fromEntries(headers)["x-api-key"]);
    expect(new Set(keys)).toEqual(new Set([KEY]));
    expect(text).not.toContain(KEY);
    expect(run.out + run.err + JSON.stringify(run.result)).not.toContain(KEY);
  });

  test("even if the provider quotes the key", async () => {
    await using provider = await playProvider({ status: 401, statusFrom: 2 });
    const { path, seen: read } = write(moduleSource);
    await runLive(provider, { fork: { subject: path, prompt: "Who taught her?" } });
    const { text, seen } = read();
    expect(seen.heard.status).toBe(401);
    expect(text).toContain("not today: [key]");
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(`${KEY.slice(0, 6)}***`);
  });
});
