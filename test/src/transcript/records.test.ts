import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import { fileRecords } from "../../../src/transcript/file-records.ts";
import { listHandles, readTranscript } from "../../../src/transcript/list-handles.ts";
import { capture } from "../support/parents.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { fails, says, ScriptedClient } from "../support/scripted-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const calls = says({ blocks: [{ call: "Read", id: "t1", input: '{ "a": 1.0 }' }] });
const done = says({ blocks: [{ text: "Done." }] });

function newFolder(): string {
  return join(temporaryFolder(), "deep", "records");
}

async function recorded(folder: string, params: Partial<ForkParams> = {}, runId = "run-1"): Promise<ForkResult> {
  let now = 1000;
  const ports = { records: fileRecords(folder), newRunId: () => runId, now: () => (now += 500) };
  return runFork({ llm: new ScriptedClient([calls, done]), skipTranscript: false, source: "eval", ...params }, ports);
}

function modesIn(folder: string): object {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe("a recorded run", () => {
  test("has a transcript with the raw bytes of its messages, line by line", async () => {
    const folder = newFolder();
    const { messages } = await recorded(folder);
    const lines = (readTranscript(folder, "run-1") ?? []).map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual(
      "start message turn message decision message turn message end".split(" "),
    );
    const kept = lines.filter(({ type }) => type === "message").map(({ message }) => message);
    expect(kept).toEqual(messages.map(({ bytes }) => bytes.toString()));
    expect(kept[1]).toContain('"input":{ "a": 1.0 }');
  });

  test("is readable only for its owner, since its files contain the conversation", async () => {
    const folder = newFolder();
    const reader = new ScriptedClient([
      async () => {
        // SQLite gives its journal the mode of the table.
        expect(modesIn(folder)).toEqual({
          "forks.db": "600",
          "forks.db-shm": "600",
          "forks.db-wal": "600",
          "run-1.jsonl": "600",
        });
        return done;
      },
    ]);
    const { stop } = await recorded(folder, { llm: reader });
    expect(stop).toEqual({ cause: "completed" });
    expect(modeOf(folder)).toBe("700");
  });

  test("has a row with its totals", async () => {
    const folder = newFolder();
    await recorded(folder);
    expect(listHandles(folder)).toEqual([
      {
        runId: "run-1",
        label: "test",
        parent: null,
        source: "eval",
        mode: "Sync",
        status: "completed",
        pid: process.pid,
        reason: null,
        turns: 2,
        prompt: 2000,
        read: 1800,
        write: 192,
        fresh: 8,
        output: 14,
        startedMs: 1500,
        endedMs: 6000,
      },
    ]);
  });

  test("returns a fork-and-forget handle without waiting for the database", async () => {
    const folder = newFolder();
    const ports = { records: fileRecords(folder), newRunId: () => "run-1" };
    const llm = new ScriptedClient([() => new Promise(() => undefined)]);
    const handle = await new DefaultForkSubagent(ports).fork({
      parent: capture(),
      llm,
      tools: echo,
      directive: "Tidy up.",
      label: "test",
      maxTurns: 1,
      timeoutMs: null,
      mode: "ForkAndForget",
      skipTranscript: false,
    });
    expect(readdirSync(folder)).toEqual(["run-1.jsonl"]);
    await nextTurn();
    expect(listHandles(folder)).toMatchObject([{ runId: "run-1", status: "running" }]);
    handle.abort("seen enough");
    await handle.takeCompletion();
    expect(listHandles(folder)).toMatchObject([{ status: "aborted" }]);
    const short = await recorded(newFolder(), { mode: "ForkAndForget" });
    expect(short.observerFaults).toEqual([]);
  });

  test("keeps unknown counters unknown, and records how and why it ended", async () => {
    const folder = newFolder();
    await recorded(folder, { llm: new ScriptedClient([fails({ kind: "connection", message: "refused" })]) });
    const unknown = { prompt: null, read: null, write: null, fresh: null, output: null };
    const ended = { status: "error", reason: "connection: refused" };
    expect(listHandles(folder)).toMatchObject([{ ...ended, ...unknown, turns: 1 }]);
    expect(JSON.parse(readTranscript(folder, "run-1")?.at(-1) ?? "")).toMatchObject({
      type: "end",
      end: { ...ended, usage: unknown },
    });
  });

  test.each([
    ["aborted", { signal: AbortSignal.abort("enough") }, "enough"],
    ["max_turns", { maxTurns: 1 }, null],
    [
      "error",
      { llm: new ScriptedClient([says({ blocks: [], stopReason: "new_word" })]) },
      "the provider stopped for an unknown reason: new_word",
    ],
    ["error", { llm: new ScriptedClient([]) }, "the script has run out"],
  ])("that ended by %s with %o keeps the reason", async (status, params, reason) => {
    const folder = newFolder();
    await recorded(folder, params);
    expect(listHandles(folder)).toMatchObject([{ status, reason }]);
  });

  test("goes into the table of an earlier version, whose rows stay", async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    const earlier = new DatabaseSync(join(folder, "forks.db"));
    earlier.exec(`CREATE TABLE forks (
      run_id TEXT PRIMARY KEY, label TEXT NOT NULL, parent TEXT, source TEXT NOT NULL, mode TEXT NOT NULL,
      status TEXT NOT NULL, pid INTEGER NOT NULL, turns INTEGER, read INTEGER, write INTEGER, fresh INTEGER,
      output INTEGER, started_ms INTEGER NOT NULL, ended_ms INTEGER
    ) STRICT`);
    earlier.exec(
      "INSERT INTO forks VALUES ('old', 'x', NULL, 'custom', 'Sync', 'completed', 1, 1, 900, 96, 4, 7, 10, 20)",
    );
    earlier.close();
    await recorded(folder);
    expect(listHandles(folder)).toMatchObject([
      { runId: "run-1", reason: null, prompt: 2000 },
      { runId: "old", reason: null, prompt: null, read: 900 },
    ]);
  });

  test("names the fork that started it, and the newest comes first", async () => {
    const folder = newFolder();
    const tools = {
      dispatch: async () => {
        await recorded(folder, { llm: new ScriptedClient([done]) }, "inner");
        return { content: "", isError: false };
      },
    };
    await recorded(folder, { tools, maxDepth: 2 }, "outer");
    expect(listHandles(folder).map(({ runId, parent }) => [runId, parent])).toEqual([
      ["inner", "outer"],
      ["outer", null],
    ]);
  });
});

describe("a run leaves nothing on disk", () => {
  test("if it skips its transcript, which is the default", async () => {
    const folder = newFolder();
    await recorded(folder, { skipTranscript: true });
    expect(existsSync(folder)).toBe(false);
    expect(listHandles(folder)).toEqual([]);
    expect(readTranscript(folder, "run-1")).toBeNull();
    expect(existsSync(folder)).toBe(false);
  });

  test("outside the folder, whatever its name is", async () => {
    const folder = newFolder();
    await recorded(folder, {}, "../../escape");
    expect(readdirSync(folder).filter((name) => name.endsWith(".jsonl"))).toEqual([".._.._escape.jsonl"]);
  });
});

describe("a run is refused before anything is sent", () => {
  test("if it is to be recorded without a place", async () => {
    const llm = new ScriptedClient([done]);
    await expect(runFork({ llm, skipTranscript: false })).rejects.toMatchObject({ parameter: "skipTranscript" });
    expect(llm.requests).toEqual([]);
  });

  test("if the place cannot be written", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const llm = new ScriptedClient([done]);
    await expect(recorded(file, { llm })).rejects.toMatchObject({ parameter: "skipTranscript" });
    expect(llm.requests).toEqual([]);
  });
});
