import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import type { ToolDispatcher } from "../../../src/fork/tool-dispatcher.ts";
import { closedGate } from "../support/gate.ts";
import { capture, parentRequest } from "../support/parents.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const calls = says({ blocks: [{ call: "Agent", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

/** A tool that forks again, and keeps how its forks ended. */
function nesting(llm: ScriptedClient, results: ForkResult[], more: Partial<ForkParams> = {}): ToolDispatcher {
  const tools: ToolDispatcher = {
    dispatch: async () => {
      const result = await runFork({ llm, tools, ...more });
      results.push(result);
      return { content: result.finalText ?? "nothing", isError: false };
    },
  };
  return tools;
}

describe("a fork inside a fork", () => {
  test("is refused by default, as the call's result, and the tools stay declared", async () => {
    const llm = new ScriptedClient([calls, done]);
    const inner: ForkResult[] = [];
    const { stop, messages } = await runFork({ llm, tools: nesting(llm, inner) });
    expect(stop).toEqual({ cause: "completed" });
    expect(inner).toEqual([]);
    expect(messages[2]?.bytes.toString()).toContain("A fork may not start another fork here (depth limit 1).");
    expect(messages[2]?.bytes.toString()).toContain('"is_error":true');
    const tools = parentRequest().toString().split('"tools":')[1]?.split(',"max_tokens"')[0] ?? "none";
    expect(llm.bodies.every((body) => body.includes(tools))).toBe(true);
  });

  test("may go as deep as allowed, and no fork can allow itself more", async () => {
    const llm = new ScriptedClient([calls, calls, calls, done, done, done]);
    const inner: ForkResult[] = [];
    await runFork({ llm, maxDepth: 2, tools: nesting(llm, inner, { maxDepth: 9 }) });
    expect(inner).toHaveLength(1);
    expect(inner[0]?.messages[2]?.bytes.toString()).toContain("depth limit 2");
  });

  test("does not count the siblings that are started with it", async () => {
    const llm = new ScriptedClient([done, done]);
    expect((await runFork({ llm })).stop.cause).toBe("completed");
    expect((await runFork({ llm })).stop.cause).toBe("completed");
  });

  test("can be refused by a tag in the parent's user messages", async () => {
    const tagged = '{"role":"user","content":[{"type":"text","text":"\\u003cfork-boilerplate> rules"}]}';
    const hidden = '{"role":"user","content":"\\u003cfork-boilerplate> rules"}';
    const quoted = '{"role":"assistant","content":"<fork-boilerplate>"}';
    const llm = new ScriptedClient([done, done]);
    const refuseTag = "<fork-boilerplate>";
    await expect(runFork({ llm, parent: capture([tagged]), refuseTag })).rejects.toMatchObject({
      name: "ForkDepthError",
      rule: "tag",
    });
    await expect(runFork({ llm, parent: capture([hidden]), refuseTag })).rejects.toMatchObject({ rule: "tag" });
    expect((await runFork({ llm, parent: capture([tagged]) })).stop.cause).toBe("completed");
    expect((await runFork({ llm, parent: capture([quoted]), refuseTag })).stop.cause).toBe("completed");
  });
});

test("an aborted fork aborts the forks that it started, but not its parent", async () => {
  const started = closedGate();
  const reached = closedGate();
  const inner = new ScriptedClient([
    () => {
      reached.open();
      return new Promise(() => undefined);
    },
  ]);
  const results: ForkResult[] = [];
  const forks = new DefaultForkSubagent();
  const tools: ToolDispatcher = {
    dispatch: async () => {
      results.push(await runFork({ llm: inner, maxDepth: 2 }));
      started.open();
      return { content: "", isError: false };
    },
  };
  const handle = await forks.fork({
    parent: capture(),
    llm: new ScriptedClient([calls]),
    tools,
    directive: "x",
    label: "x",
    maxTurns: 2,
    timeoutMs: null,
    maxDepth: 2,
    mode: "ForkAndForget",
  });
  await reached.opened;
  handle.abort("enough");
  expect((await handle.takeCompletion())?.stop).toEqual({ cause: "aborted", reason: "enough" });
  await started.opened;
  expect(results.map(({ stop }) => stop.cause)).toEqual(["aborted"]);
});
