import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { main, runForkproof } from "../cli/run-forkproof.ts";
import { parentBody } from "../mock/anthropic-body.ts";
import { filesBelow } from "../support/files-below.ts";
import { serveUpstream } from "./serve-upstream.ts";

/** Sends one request, then waits and ignores Ctrl-C. */
const clientSource = `
process.on("SIGINT", () => {});
const headers = { "x-api-key": "mocked", "anthropic-version": "2023-06-01", "content-type": "application/json" };
const asked = { method: "POST", headers, body: ${JSON.stringify(JSON.stringify(parentBody))} };
await (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", asked)).text();
console.log("waiting", process.pid);
setInterval(() => {}, 1000);
`;

let folder: TempFolder;
/** Of the recordings alone, so that those of other tests are not found. */
let environment: Readonly<Record<string, string>>;
let started: ChildProcess | null = null;
let client = 0;
beforeEach(() => {
  folder = makeTempFolder();
  const temporary = join(folder.path, "tmp");
  mkdirSync(temporary);
  environment = { TMPDIR: temporary };
  writeFileSync(join(folder.path, "client.mjs"), clientSource);
  writeFileSync(join(folder.path, "script.json"), '{"script":{"parent":[{"text":"Three."}]}}');
});
afterEach(() => {
  if (started?.exitCode === null) started.kill("SIGKILL");
  if (runs(client)) process.kill(client, "SIGKILL");
  folder[Symbol.dispose]();
});

const args = ["record", "--mock", "script.json", "--out", "kept", "--", process.execPath, "client.mjs"];

/** Resolves once the client has its answer, and waits. */
async function startRecording(): Promise<{ readonly recorder: ChildProcess; readonly printed: () => string }> {
  const recorder = spawn(process.execPath, [main, ...args], { cwd: folder.path, env: environment });
  started = recorder;
  let text = "";
  recorder.stderr.on("data", (bytes) => (text += String(bytes)));
  const [line] = await once(recorder.stdout, "data");
  client = Number(/waiting (\d+)/.exec(String(line))?.[1]);
  return { recorder, printed: () => text };
}

function runs(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a recording whose process was killed is read again, once, and meanwhile its folder is not anybody else's", async () => {
  const { recorder } = await startRecording();
  const second = await runForkproof(args, folder.path, environment);
  expect([second.exit, second.err]).toEqual([2, expect.stringContaining(`HX523  another process (${recorder.pid})`)]);
  recorder.kill("SIGKILL");
  // Its client runs on, and holds the streams open.
  await once(recorder, "exit");
  expect(existsSync(join(folder.path, "kept"))).toBe(false);
  const [spool = ""] = readdirSync(environment["TMPDIR"] ?? "").filter((name) => name.includes("recording"));
  const path = join(environment["TMPDIR"] ?? "", spool);
  expect((statSync(path).mode & 0o777).toString(8)).toBe("700");
  expect((statSync(join(path, "key")).mode & 0o777).toString(8)).toBe("600");

  const recovered = await runForkproof(["record", "--recover"], folder.path, environment);
  expect(recovered.exit, recovered.err).toBe(0);
  expect(recovered.err).toContain("recorded 1 exchange: ");
  const kept = openCassette(join(folder.path, "kept"));
  const exchange = kept.load(kept.ids[0] ?? "");
  expect(exchange.request.toString()).toBe(JSON.stringify(parentBody));
  expect(exchange.response?.body.toString()).toContain("Three.");
  expect([exchange.outcome, exchange.response?.usageIsReal]).toEqual(["complete", false]);
  expect(existsSync(path)).toBe(false);

  const again = await runForkproof(["record", "--recover"], folder.path, environment);
  expect([again.exit, again.err]).toEqual([2, expect.stringContaining("HX211  no killed recording is left")]);
});

test("a recording whose cassette the disk refuses is read again, once there is room for it", async () => {
  const blocking = `const { rmSync, writeFileSync } = await import("node:fs");
rmSync("out", { recursive: true, force: true });
writeFileSync("out", "");
process.exit();`;
  writeFileSync(join(folder.path, "client.mjs"), clientSource + blocking);
  const refused = await runForkproof(args.with(4, "out/kept"), folder.path, environment);
  expect([refused.exit, refused.err]).toEqual([
    3,
    expect.stringContaining("run: forkproof record --recover --out out/kept\n"),
  ]);
  rmSync(join(folder.path, "out"));

  const recovered = await runForkproof(["record", "--recover", "--out", "out/kept"], folder.path, environment);
  expect(recovered.exit, recovered.err).toBe(0);
  expect(openCassette(join(folder.path, "out/kept")).ids).toHaveLength(1);
  expect(readdirSync(environment["TMPDIR"] ?? "").filter((name) => name.includes("recording"))).toEqual([]);
});

test("a second Ctrl-C keeps the traffic of a client that ignores the first, and then kills the client", async () => {
  const { recorder, printed } = await startRecording();
  recorder.kill("SIGINT");
  // Signals in quick succession are one request.
  let again: NodeJS.Timeout | undefined;
  recorder.stderr?.on("data", () => {
    if (printed().includes("Ctrl-C again")) again ??= setInterval(() => recorder.kill("SIGINT"), 300);
    if (printed().includes("recorded")) clearInterval(again);
  });
  const [code] = await once(recorder, "close");
  clearInterval(again);
  expect(code, printed()).toBe(130);
  expect(printed()).toContain("recorded 1 exchange: kept");
  expect(runs(client)).toBe(false);
  expect(openCassette(join(folder.path, "kept")).ids).toEqual(["1"]);
});

test("--force replaces a cassette and nothing else, and a process that the command left running is named", async () => {
  const asks = `fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: process.argv[1] })`;
  const command = (words: string): readonly string[] => {
    const daemon = `const child = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 600000)", "left"], { detached: true, stdio: "ignore" }); child.unref(); console.log(child.pid);`;
    return [process.execPath, "-e", `${daemon} ${asks}.then((answer) => answer.text())`, words];
  };
  const record = ["record", "--mock", "script.json", "--out", "kept", "--force", "--"];
  for (const words of ['{"n":1}', '{"n":2}']) {
    const { exit, out, err } = await runForkproof([...record, ...command(words)], folder.path, environment);
    expect(exit, err).toBe(0);
    const daemon = Number(/^\d+/.exec(out)?.[0]);
    process.kill(daemon, "SIGKILL");
    expect(err).toContain(`left running by the command: process ${daemon} (node -e`);
    const kept = openCassette(join(folder.path, "kept"));
    expect(kept.load("1").request.toString()).toBe(words);
  }
  writeFileSync(join(folder.path, "kept", "notes.md"), "mine");
  const refused = await runForkproof([...record, ...command("{}")], folder.path, environment);
  expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining("the folder holds notes.md")]);
});

test("a killed recorder leaves the part of an unfinished answer that the client got", async () => {
  await using upstream = await serveUpstream((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: the first words\n\n");
  });
  const asks = `
    const answer = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: "{}" });
    for await (const part of answer.body) console.log("waiting", process.pid);
  `;
  writeFileSync(join(folder.path, "client.mjs"), asks);
  const command = ["--", process.execPath, "client.mjs"];
  const recorded = ["record", "--upstream", upstream.url.href, "--out", "kept", ...command];
  const recorder = spawn(process.execPath, [main, ...recorded], { cwd: folder.path, env: environment });
  started = recorder;
  const [line] = await once(recorder.stdout, "data");
  client = Number(/waiting (\d+)/.exec(String(line))?.[1]);
  // It writes them as soon as its batch has waited.
  const temporary = environment["TMPDIR"] ?? "";
  const isWritten = (name: string): boolean =>
    /recording.*\/0a$/.test(name) && statSync(join(temporary, name)).size > 0;
  while (!filesBelow(temporary).some(isWritten)) await new Promise(setImmediate);
  recorder.kill("SIGKILL");
  await once(recorder, "exit");
  process.kill(client, "SIGKILL");

  const recovered = await runForkproof(["record", "--recover"], folder.path, environment);
  expect(recovered.err).toContain("recorded 1 exchange, 1 cut: ");
  const { response } = openCassette(join(folder.path, "kept")).load("1");
  expect([response?.status, response?.body.toString()]).toEqual([200, "data: the first words\n\n"]);
});
