import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { forkBody, parentBody } from "../mock/anthropic-body.ts";
import { main, type Printed } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** Asks once, or twice if it ends well, then waits. SIGTERM ends it with 9 and SIGHUP with 10, or with 0, unless it stays until SIGKILL. */
const waitingSource = `
const [way] = process.argv.slice(2);
const end = (code) => way === "stays" || process.exit(way === "ends-well" ? 0 : code);
process.on("SIGTERM", () => end(9));
process.on("SIGINT", () => end(9));
process.on("SIGHUP", () => end(10));
setInterval(() => {}, 1000);
const headers = { "content-type": "application/json", "x-api-key": "key", "anthropic-version": "2023-06-01" };
const bodies = ${JSON.stringify([parentBody, forkBody("And of the others?")].map((body) => JSON.stringify(body)))};
for (const body of way === "ends-well" ? bodies : bodies.slice(0, 1))
  await (await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", headers, body })).text();
console.log("waiting", process.pid);
`;

/** `signal` is sent once the client waits, and where it stays again and again until the recorder has ended. */
function endRecording(
  signal: NodeJS.Signals,
  way: "stays" | "ends" | "ends-well",
  options: readonly string[] = [],
): Promise<Printed & { readonly clientRuns: boolean }> {
  writeFileSync(join(folder.path, "client.mjs"), waitingSource);
  writeFileSync(join(folder.path, "script.json"), '{"script":{"parent":[{"text":"Three."},{"text":"Two."}]}}');
  const command = [process.execPath, "client.mjs", way];
  const args = [main, "record", "--mock", "script.json", "--out", "cassette", ...options, "--", ...command];
  const child = spawn(process.execPath, args, { cwd: folder.path, env: {} });
  let [out, err] = ["", ""];
  let again: NodeJS.Timeout | undefined;
  child.stderr.on("data", (bytes) => (err += String(bytes)));
  child.stdout.on("data", (bytes) => {
    const isFirst = out === "";
    out += String(bytes);
    if (!isFirst) return;
    child.kill(signal);
    // A terminal sends it to both.
    if (signal === "SIGINT") process.kill(Number(/waiting (\d+)/.exec(out)?.[1]), signal);
    if (way === "stays")
      again = setInterval(() => existsSync(join(folder.path, "cassette")) || child.kill(signal), 100);
  });
  return new Promise((settle) => {
    child.on("close", (code) => {
      clearInterval(again);
      const client = Number(/waiting (\d+)/.exec(out)?.[1]);
      settle({ exit: code ?? -1, out, err, clientRuns: runs(client) });
    });
  });
}

function runs(pid: number): boolean {
  try {
    // One that was killed stays in the list of processes until its new parent has noticed.
    const isDead = existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    return process.kill(pid, 0) && !isDead;
  } catch {
    return false;
  }
}

test.for([
  ["SIGTERM", 9],
  ["SIGHUP", 10],
] as const)("record forwards %s to the client and keeps the traffic so far", async ([signal, exit]) => {
  const ended = await endRecording(signal, "ends");
  expect(ended).toMatchObject({ exit, clientRuns: false });
  expect(ended.err).toContain("asked to end: forwarding it to the command");
  expect(ended.err).toContain("recorded 1 exchange: cassette");
  expect(readdirSync(join(folder.path, "cassette"))).toContain("cassette.yaml");
});

test("a second signal ends a client that ignores the first, and the recording keeps its session", async () => {
  const ended = await endRecording("SIGTERM", "stays");
  expect(ended.clientRuns).toBe(false);
  expect(ended.err).toContain("recorded 1 exchange: cassette");
  expect(ended.exit).toBe(137);
});

test.for(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
  "a gate of a recording that %s ended does not pass, though the client broke nothing and ended well",
  async (signal) => {
    const ended = await endRecording(signal, "ends-well", ["--fail-on-break"]);
    expect(ended.out).toContain("failed  interrupted\n");
    expect(ended).toMatchObject({ exit: 130, clientRuns: false });
  },
);

test("a recording without a gate ends with the client's code when it is interrupted", async () => {
  const ended = await endRecording("SIGTERM", "ends-well");
  expect(ended.exit).toBe(0);
  expect(ended.out).not.toMatch(/passed|failed/);
});
