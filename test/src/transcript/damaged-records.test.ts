import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { fileRecords } from "../../../src/transcript/file-records.ts";
import { listHandles, readTranscript } from "../../../src/transcript/list-handles.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const crashingRun = fileURLToPath(import.meta.resolve("./crashing-run.ts"));

describe("an invalid table is reported with its path", () => {
  test.each([
    ["text", (file: string) => writeFileSync(file, "not a database, but long enough to be read as one")],
    ["a folder", (file: string) => mkdirSync(file)],
    [
      "a table of another program",
      (file: string) => {
        const other = new DatabaseSync(file);
        other.exec("CREATE TABLE forks (name TEXT)");
        other.close();
      },
    ],
  ])("if it is %s", async (_, make) => {
    const folder = temporaryFolder();
    const file = join(folder, "forks.db");
    make(file);
    const named = { name: "RecordsError", file, message: expect.stringContaining(file) };
    expect(() => listHandles(folder)).toThrow(expect.objectContaining(named));
    const llm = new ScriptedClient([says({ blocks: [{ text: "Done." }] })]);
    await expect(runFork({ llm, skipTranscript: false }, { records: fileRecords(folder) })).rejects.toMatchObject({
      parameter: "skipTranscript",
      message: expect.stringContaining(file),
    });
    expect(llm.requests).toEqual([]);
  });
});

test("a run that is lost after a turn has the turns and the usage of its transcript", async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [crashingRun, folder, "after-turn"], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  appendFileSync(join(folder, "lost.jsonl"), '{"type":"turn","turn":2,"usa');
  expect(listHandles(folder)).toMatchObject([
    { status: "lost_on_restart", turns: 1, prompt: 1000, read: 900, write: 96, fresh: 4, output: 7, endedMs: null },
  ]);
});

test("a run whose process was killed is lost on restart, and its transcript is kept", async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [crashingRun, folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  expect(listHandles(folder)).toMatchObject([{ runId: "lost", status: "running", pid: child.pid }]);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(listHandles(folder)).toMatchObject([{ runId: "lost", status: "lost_on_restart", endedMs: null }]);
  expect(readTranscript(folder, "lost")?.map((line) => JSON.parse(line).type)).toEqual(["start", "message"]);
});
