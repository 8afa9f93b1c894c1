import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCassette } from "../../../harness/cassette/open-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../../harness/io/files/disk.ts";
import { main, runForkproof } from "../../cli/run-forkproof.ts";

const body = JSON.stringify({
  model: "claude-sonnet-4-5",
  max_tokens: 9,
  messages: [{ role: "user", content: "Hello." }],
});
const ask = `curl -sS -H 'anthropic-version: 2023-06-01' -H 'x-api-key: mocked' -d '${body}' -o answer https://api.anthropic.com/v1/messages`;
/** Asks, ignores Ctrl-C, and waits. The process that waits is the shell's own, and prints its id. */
const waits = `${ask}; echo waiting $$; trap '' INT; exec sleep 60`;

let folder: TempFolder;
let environment: Readonly<Record<string, string>>;
const started: number[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  const temporary = join(folder.path, "tmp");
  mkdirSync(temporary);
  environment = { PATH: process.env["PATH"] ?? "", HOME: folder.path, TMPDIR: temporary };
  writeFileSync(join(folder.path, "script.yaml"), "parent: [{ text: One. }]\n");
});
afterEach(() => {
  for (const pid of started.splice(0)) if (runs(pid)) process.kill(pid, "SIGKILL");
  folder[Symbol.dispose]();
});

const args = (...options: readonly string[]): readonly string[] => {
  return [
    "record",
    "--forward",
    "--ephemeral-ca",
    "--mock",
    "script.yaml",
    "--out",
    "kept",
    ...options,
    "--",
    "sh",
    "-c",
  ];
};

/** Resolves once the client has its answer, and waits. */
async function startWaiting(): Promise<{ readonly recorder: ChildProcess; readonly client: number }> {
  const recorder = spawn(process.execPath, [main, ...args(), waits], { cwd: folder.path, env: environment });
  const [line] = await once(recorder.stdout, "data");
  const client = Number(/waiting (\d+)/.exec(String(line))?.[1]);
  started.push(recorder.pid ?? 0, client);
  return { recorder, client };
}

function runs(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
}

test("--forward takes --port and --timeout, and replaces its cassette only with --force", async () => {
  const port = String(await freePort());
  const ended = await runForkproof([...args("--port", port, "--timeout", "5s"), waits], folder.path, environment);
  expect(ended.err).toContain(`forward proxy on http://127.0.0.1:${port}\n`);
  expect(ended.err).toContain("recorded 1 exchange: kept\n");
  expect(ended.exit).toBe(124);
  const refused = await runForkproof([...args(), ask], folder.path, environment);
  expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining("HX230")]);
  const replaced = await runForkproof([...args("--force"), ask], folder.path, environment);
  expect([replaced.exit, replaced.err]).toEqual([0, expect.stringContaining("recorded 1 exchange: kept\n")]);
});

test("with --forward, a second Ctrl-C keeps the traffic and kills a client that ignores the first", async () => {
  const { recorder, client } = await startWaiting();
  let printed = "";
  let again: NodeJS.Timeout | undefined;
  recorder.stderr?.on("data", (bytes) => {
    printed += String(bytes);
    // Signals in quick succession are one request.
    if (printed.includes("Ctrl-C again")) again ??= setInterval(() => recorder.kill("SIGINT"), 300);
    if (printed.includes("recorded")) clearInterval(again);
  });
  recorder.kill("SIGINT");
  const [code] = await once(recorder, "exit");
  clearInterval(again);
  expect(code, printed).toBe(130);
  expect(runs(client)).toBe(false);
  expect(openCassette(join(folder.path, "kept")).ids).toEqual(["1"]);
});

test("with --forward, a recording whose process was killed is read again", async () => {
  const { recorder } = await startWaiting();
  recorder.kill("SIGKILL");
  await once(recorder, "exit");
  const recovered = await runForkproof(["record", "--recover"], folder.path, environment);
  expect(recovered.exit, recovered.err).toBe(0);
  const kept = openCassette(join(folder.path, "kept"));
  expect(kept.load(kept.ids[0] ?? "").request.toString()).toBe(body);
});
