import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { fileRecords } from "../../src/transcript/file-records.ts";
import { runFork } from "../src/support/run-fork.ts";
import { fails, ScriptedClient } from "../src/support/scripted-client.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { canary, decodable } from "../support/canary.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

const folder = temporaryFolder();

/** Begins a recorded run in a process of its own, and kills it in mid-run. */
beforeAll(async () => {
  const script = resolve(import.meta.dirname, "../src/transcript/crashing-run.ts");
  const child = spawn(process.execPath, [script, join(folder, ".forkproof")], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
});

const ps = (...args: readonly string[]): Promise<Printed> => runForkproof(["ps", ...args], folder);

describe("forkproof ps", () => {
  test("lists recorded forks, and those of a killed process as lost", async () => {
    const { exit, out } = await ps();
    expect(exit).toBe(0);
    expect(out).toMatch(/lost +crashes +custom +lost_on_restart/);
    expect(out).toContain("1 fork\n");
  });

  test("prints the same forks as one JSON document", async () => {
    const { exit, out, err } = await ps("--json");
    expect([exit, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({
      schema: "forkproof/handles@1",
      handles: [{ runId: "lost", mode: "ForkAndForget", status: "lost_on_restart", turns: null, read: null }],
    });
  });

  test("shows one fork with its transcript", async () => {
    const { exit, out } = await ps("show", "lost", "--json");
    expect(exit).toBe(0);
    const shown = JSON.parse(out);
    expect(shown).toMatchObject({ schema: "forkproof/handle@1", runId: "lost" });
    expect(shown.transcript.map((line: string) => JSON.parse(line).type)).toEqual(["start", "message"]);
    expect((await ps("show", "lost")).out).toContain('"type":"start"');
  });

  test("shows no credential that an error quotes", async () => {
    const leaking = temporaryFolder();
    const ports = { records: fileRecords(join(leaking, ".forkproof")), newRunId: () => "leaks" };
    const hidden = Buffer.from(`key: ${canary}`).toString("base64");
    const error = {
      kind: "auth",
      message: `no such key: ${canary} or ${hidden}`,
      status: 401,
      requestId: null,
    } as const;
    await runFork({ llm: new ScriptedClient([fails(error)]), skipTranscript: false }, ports);
    for (const args of [[], ["--json"], ["show", "leaks"], ["show", "leaks", "--json"]]) {
      const { exit, out } = await runForkproof(["ps", ...args], leaking);
      expect(exit).toBe(0);
      expect(out).toContain("leaks");
      expect(decodable(out.replaceAll(/\n\s*/g, ""))).not.toContain(canary.slice(6));
    }
  });

  test("shows why a fork failed, without unknown numbers", async () => {
    const failing = temporaryFolder();
    const ports = { records: fileRecords(join(failing, ".forkproof")), newRunId: () => "refused" };
    const error = { kind: "auth", message: "no such key", status: 401, requestId: null } as const;
    await runFork({ llm: new ScriptedClient([fails(error)]), skipTranscript: false }, ports);
    const { exit, out } = await runForkproof(["ps", "show", "refused"], failing);
    expect(exit).toBe(0);
    expect(out).toContain("error: auth: no such key\n");
    expect((await runForkproof(["ps"], failing)).out).toContain("\nrefused  error: auth: no such key\n");
    const shown = JSON.parse((await runForkproof(["ps", "show", "refused", "--json"], failing)).out);
    expect(shown).toMatchObject({ status: "error", reason: "auth: no such key", prompt: null, write: null });
  });

  test.each([
    [["show", "lots"], 'did you mean "lost"?'],
    [["show"], "no run is named"],
    [["shwo"], 'did you mean "show"?'],
    [["show", "lost", "lost"], "one run too many"],
  ])("refuses %j and suggests a fix", async (args, told) => {
    const { exit, err } = await ps(...args);
    expect(exit).toBe(2);
    expect(err).toContain(told);
  });

  test.each([
    ["a file for a folder", "file", "HX512"],
    ["a folder that is not there", "nowhere", "HX511"],
    ["a folder with an invalid table", "broken", "HX521"],
  ])("refuses %s, and names it", async (_, named, code) => {
    const place = temporaryFolder();
    writeFileSync(join(place, "file"), "");
    mkdirSync(join(place, "broken"));
    writeFileSync(join(place, "broken", "forks.db"), "not a database, but long enough to be read as one");
    const { exit, err } = await runForkproof(["ps", "--folder", named], place);
    expect(exit).toBe(2);
    expect(err).toContain(code);
    expect(err).toContain(named);
    expect(err).not.toContain("forkproof itself");
  });

  test("lists nothing in a folder without runs, and creates no file", async () => {
    const empty = temporaryFolder();
    const { exit, out } = await runForkproof(["ps"], empty);
    expect([exit, out]).toEqual([0, "no forks are recorded in .forkproof\n"]);
    expect(readdirSync(empty)).toEqual([]);
  });
});
