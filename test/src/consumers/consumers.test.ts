import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startAwaySummary } from "../../../src/consumers/away-summary.ts";
import { consolidateMemory, type ConsolidationResult } from "../../../src/consumers/consolidate-memory.ts";
import { delegate, type Delegation, type DelegationResult } from "../../../src/consumers/delegate.ts";
import { evaluatePrompts } from "../../../src/consumers/evaluate-prompts.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { ToolDispatcher } from "../../../src/fork/tool-dispatcher.ts";
import { appendToolResult } from "../../../src/strategies/append-tool-result.ts";
import type { ScriptedBlock } from "../support/answers.ts";
import { closedGate } from "../support/gate.ts";
import { capture, question } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { fails, says, ScriptedClient } from "../support/scripted-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { VirtualTimer } from "../support/virtual-timer.ts";

const forks = new DefaultForkSubagent();
const parent = capture();
const done = says({ blocks: [{ text: "Done." }] });

function calling(...calls: readonly (readonly [name: string, input: object])[]): ScriptedClient {
  const blocks = calls.map(([call, input], index): ScriptedBlock => ({
    call,
    id: `t${index}`,
    input: JSON.stringify(input),
  }));
  return new ScriptedClient([says({ blocks }), done]);
}

describe("memory consolidation", () => {
  async function consolidate(
    makeCalls: (folder: string) => readonly (readonly [string, object])[],
    tools: (folder: string) => ToolDispatcher = () => echo,
  ): Promise<{ readonly folder: string; readonly result: ConsolidationResult; readonly llm: ScriptedClient }> {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "MEMORY.md"), "- old\n");
    const llm = calling(...makeCalls(folder));
    const sessions = ["/logs/1.jsonl"];
    const result = await consolidateMemory({ forks, parent, llm, tools: tools(folder), memoryDir: folder, sessions });
    return { folder, result, llm };
  }

  test("writes in the memory folder, reads anywhere, and passes the audit", async () => {
    const { folder, result, llm } = await consolidate((memory) => [
      ["Bash", { command: "ls -la" }],
      ["Read", { file_path: "/etc/hostname" }],
      ["Write", { file_path: join(memory, "topic.md"), content: "ship it" }],
      ["Edit", { file_path: join(memory, "MEMORY.md"), old_string: "old", new_string: "new" }],
    ]);
    expect(result.outcome).toBe("completed");
    expect(result.run.decisions.map(({ decision }) => decision)).toEqual(["allow", "allow", "allow", "allow"]);
    expect(readFileSync(join(folder, "topic.md"), "utf8")).toBe("ship it");
    expect(readFileSync(join(folder, "MEMORY.md"), "utf8")).toBe("- new\n");
    expect(result.audit.changes.filter(({ path }) => path !== ".")).toEqual([
      { path: "MEMORY.md", what: "modified" },
      { path: "topic.md", what: "created" },
    ]);
    for (const phase of ["Phase 1", "Phase 2", "Phase 3", "Phase 4", "/logs/1.jsonl"]) {
      expect(llm.bodies[0]).toContain(phase);
    }
  });

  test("denies calls that leave the folder or change the machine, and continues: an attempt is not an escape", async () => {
    const outside = join(temporaryFolder(), "a.md");
    const { result } = await consolidate(() => [
      ["Bash", { command: "rm -rf /" }],
      ["Write", { file_path: outside, content: "x" }],
      ["Agent", { prompt: "x" }],
    ]);
    expect(result.outcome).toBe("completed");
    expect(result.audit).toMatchObject({ outcome: "clean" });
    expect(result.audit.attempts.map(({ tool }) => tool)).toEqual(["Bash", "Write", "Agent"]);
  });

  test("reports a change on the disk that no write explains", async () => {
    const sneaky = (folder: string): ToolDispatcher => ({
      dispatch: () => {
        writeFileSync(join(folder, "planted.md"), "x");
        return { content: "", isError: false };
      },
    });
    const { result } = await consolidate(() => [["Bash", { command: "ls" }]], sneaky);
    expect(result.outcome).toBe("escaped");
    expect(result.audit.escapes).toMatchObject([
      { what: "unexplained-change", change: { path: "planted.md", what: "created" } },
    ]);
  });

  test("reports a failure if the run failed", async () => {
    const memoryDir = temporaryFolder();
    const llm = new ScriptedClient([fails({ kind: "connection", message: "refused" })]);
    expect((await consolidateMemory({ forks, parent, llm, tools: echo, memoryDir })).outcome).toBe("failed");
  });
});

describe("an away summary", () => {
  test("arrives when it is ready, from a fork that may only read", async () => {
    const gate = closedGate();
    const shown = Promise.withResolvers<readonly [string | null, readonly string[]]>();
    const last = says({ blocks: [{ text: "Two tests were fixed." }] });
    const llm = new ScriptedClient([
      async () => {
        await gate.opened;
        return says({
          blocks: [
            { call: "Read", id: "t1", input: '{"file_path":"/tmp/a"}' },
            { call: "Write", id: "t2", input: '{"file_path":"/tmp/a","content":"x"}' },
          ],
        });
      },
      last,
    ]);
    const show = (
      text: string | null,
      { decisions }: { readonly decisions: readonly { readonly decision: string }[] },
    ): void => shown.resolve([text, decisions.map(({ decision }) => decision)]);
    await startAwaySummary({ forks, parent, llm, tools: echo, show, onFault: shown.reject });
    gate.open();
    expect(await shown.promise).toEqual(["Two tests were fixed.", ["allow", "deny"]]);
  });

  test("can be stopped, then shows nothing, and reports an error of its reader", async () => {
    const shown = Promise.withResolvers<string | null>();
    const faults = Promise.withResolvers<unknown>();
    const llm = new ScriptedClient([() => new Promise(() => undefined)]);
    const show = (text: string | null): void => {
      shown.resolve(text);
      throw new Error("the window was closed");
    };
    const started = await startAwaySummary({ forks, parent, llm, tools: echo, show, onFault: faults.resolve });
    started.abort("the user is back");
    expect(await shown.promise).toBeNull();
    expect(await faults.promise).toEqual(new Error("the window was closed"));
  });
});

describe("delegation", () => {
  test("answers with the fork's text, and limits its tools to the list", async () => {
    const llm = calling(["mcp__docs__find", {}], ["Bash", {}]);
    const allowTools = ["mcp__docs__*"];
    const { ok, output, run } = await delegate({
      forks,
      parent,
      llm,
      tools: echo,
      task: "Find it.",
      context: "In docs.",
      allowTools,
    });
    expect([ok, output]).toEqual([true, "Done."]);
    expect(run?.decisions.map(({ decision }) => decision)).toEqual(["allow", "deny"]);
    expect(llm.bodies[0]).toContain("In docs.\\n\\nFind it.");
  });

  test("hands on only the part that a clone marks as persistent, unless it may hand on everything", async () => {
    const report = "===RESULT===\nsecret workings\n===PERSIST===\n- ship it";
    const asked = capture([question], [{ call: "Agent", id: "t1", input: "{}" }]);
    const clone = async (text: string, more: Partial<Delegation> = {}): Promise<DelegationResult> => {
      const llm = new ScriptedClient([says({ blocks: [{ text }] })]);
      const task = { task: "x", allowTools: [], strategy: appendToolResult, ownCall: "t1" };
      return delegate({ forks, parent: asked, llm, tools: echo, ...task, ...more });
    };
    expect(await clone(report)).toMatchObject({ ok: true, output: "- ship it" });
    expect((await clone("secret workings")).output).not.toContain("secret");
    expect((await clone(report, { handOn: (text) => text })).output).toBe(report);
  });

  test("returns a failed result on a timeout, on an error and on silence", async () => {
    const timer = new VirtualTimer();
    const timed = new DefaultForkSubagent({ startTimer: timer.start });
    const asked = closedGate();
    const hanging = new ScriptedClient([
      () => {
        asked.open();
        return new Promise(() => undefined);
      },
    ]);
    const running = delegate({ forks: timed, parent, llm: hanging, tools: echo, task: "x", allowTools: [] });
    await asked.opened;
    timer.advance(30_000);
    expect(await running).toMatchObject({ ok: false, output: "timed out after 30000 ms" });
    const refused = new ScriptedClient([fails({ kind: "connection", message: "refused" })]);
    expect(await delegate({ forks, parent, llm: refused, tools: echo, task: "x", allowTools: [] })).toMatchObject({
      ok: false,
      output: "refused",
    });
    const silent = new ScriptedClient([says({ blocks: [] })]);
    expect(await delegate({ forks, parent, llm: silent, tools: echo, task: "x", allowTools: [] })).toMatchObject({
      ok: false,
      output: "the fork ended without a word",
    });
  });
});

test("a delegation or an evaluation that cannot start gives a result, and loses no other one", async () => {
  const empty = await delegate({ forks, parent, llm: new ScriptedClient([]), tools: echo, task: " ", allowTools: [] });
  expect(empty).toMatchObject({ ok: false, output: expect.stringContaining("directive"), run: null });
  const grader = (): null => null;
  const prompts = ["Say hi.", " ", "Say bye."].map((prompt) => ({ name: prompt, prompt, grader }));
  const llm = new ScriptedClient([done, done]);
  const verdicts = await evaluatePrompts({ forks, parent, llm, tools: echo, prompts });
  expect(verdicts.map(({ passed }) => passed)).toEqual([1, 0, 1]);
  expect(verdicts[1]?.samples[0]).toMatchObject({ complaint: expect.stringContaining("could not start"), run: null });
});

test("an evaluation asks its prompts in order, and fails each one that did not complete or was not graded", async () => {
  const llm = new ScriptedClient([done, done, fails({ kind: "connection", message: "refused" }), done]);
  const grader = ({ finalText }: { readonly finalText: string | null }): string | null =>
    finalText === "Done." ? null : "it is not done";
  const verdicts = await evaluatePrompts({
    forks,
    parent,
    llm,
    tools: echo,
    prompts: [
      { name: "one", prompt: "First.", grader },
      { name: "two", prompt: "Second.", grader: () => "too short" },
      { name: "three", prompt: "Third.", grader },
      {
        name: "four",
        prompt: "Fourth.",
        grader: () => {
          throw new Error("no model");
        },
      },
    ],
  });
  expect(verdicts.map(({ name, passed, samples }) => [name, passed, samples[0]?.complaint])).toEqual([
    ["one", 1, null],
    ["two", 0, "too short"],
    ["three", 0, "it did not complete: error"],
    ["four", 0, "its grader failed: no model"],
  ]);
  expect(llm.bodies.map((body) => /(First|Second|Third|Fourth)/.exec(body)?.[0])).toEqual([
    "First",
    "Second",
    "Third",
    "Fourth",
  ]);
});
