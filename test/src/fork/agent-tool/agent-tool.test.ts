import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../../src/fork/default-fork-subagent.ts";
import { captureCacheSafeParams } from "../../../../src/cache-safe/capture-cache-safe-params.ts";
import { agentTool, startedResult, type AgentToolOptions } from "../../../../src/fork/agent-tool/agent-tool.ts";
import type { TaskNotification } from "../../../../src/fork/task-notification.ts";
import type { ToolOutcome } from "../../../../src/fork/tool-dispatcher.ts";
import { appendToolResult } from "../../../../src/strategies/append-tool-result.ts";
import { persistOnly } from "../../../../src/strategies/clone-contract.ts";
import { placeholderResults } from "../../../../src/strategies/placeholder-results.ts";
import { closedGate } from "../../support/gate.ts";
import { capture, question } from "../../support/parents.ts";
import { echo, runFork } from "../../support/run-fork.ts";
import { fails, says, ScriptedClient } from "../../support/scripted-client.ts";

const parent = capture([question], [{ call: "Agent", id: "t1", input: "{}" }]);
const done = says({ blocks: [{ text: "Scope: tidy. Done." }] });
const { signal } = new AbortController();

type Called = {
  readonly outcome: ToolOutcome;
  readonly told: readonly TaskNotification[];
  readonly ended: Promise<void>;
};

async function call(
  input: Readonly<Record<string, unknown>>,
  llm: ScriptedClient,
  more: Partial<AgentToolOptions> = {},
): Promise<Called> {
  const told: TaskNotification[] = [];
  const gate = closedGate();
  const tool = agentTool({
    forks: new DefaultForkSubagent({ newRunId: () => "run-1" }),
    snapshot: () => parent,
    run: { llm, tools: echo, maxTurns: 3, timeoutMs: null, strategy: placeholderResults() },
    notify: (notification) => {
      told.push(notification);
      gate.open();
    },
    onFault: () => gate.open(),
    ...more,
  });
  const outcome = await tool.dispatch({ id: "t1", tool: "Agent", input }, signal);
  return { outcome, told, ended: gate.opened };
}

describe("the agent tool", () => {
  test.each([
    ["no type", {}],
    ["the type fork", { subagent_type: "fork" }],
    ["the type Fork", { subagent_type: "Fork" }],
    ["an empty type", { subagent_type: "" }],
  ])("forks at once and reports later with %s", async (_, type) => {
    const gate = closedGate();
    const llm = new ScriptedClient([
      async () => {
        await gate.opened;
        return done;
      },
    ]);
    const { outcome, told, ended } = await call({ prompt: "Tidy up.", ...type }, llm);
    expect(outcome).toEqual({ content: startedResult, isError: false });
    expect(told).toEqual([]);
    gate.open();
    await ended;
    expect(told).toMatchObject([{ taskId: "run-1", status: "completed", result: "Scope: tidy. Done." }]);
    expect(llm.bodies[0]).toContain("Directive: Tidy up.");
  });

  test("waits for the report on request", async () => {
    const input = { prompt: "Tidy up.", run_in_background: false };
    const { outcome, told } = await call(input, new ScriptedClient([done]));
    expect(outcome).toEqual({ content: "Scope: tidy. Done.", isError: false });
    expect(told).toEqual([]);
    const broken = new ScriptedClient([fails({ kind: "connection", message: "refused" })]);
    expect((await call(input, broken)).outcome).toEqual({ content: "refused", isError: true });
    const looking = says({ blocks: [{ text: "I look." }, { call: "Read", id: "r1", input: "{}" }] });
    expect((await call(input, new ScriptedClient([looking, looking, looking]))).outcome).toEqual({
      content: "stopped at its turn limit; until then it said:\n\nI look.",
      isError: true,
    });
  });

  test("hands on only the part that a clone marks as persistent", async () => {
    const clone = (text: string): ScriptedClient => new ScriptedClient([says({ blocks: [{ text }] })]);
    const report = "===RESULT===\nsecret workings\n===PERSIST===\n- ship it";
    const waiting = { prompt: "x", run_in_background: false };
    const handOn = { handOn: persistOnly };
    expect((await call(waiting, clone(report), handOn)).outcome.content).toBe("- ship it");
    expect((await call(waiting, clone("secret workings"), handOn)).outcome.content).not.toContain("secret");
    const { told, ended } = await call({ prompt: "x" }, clone(report), handOn);
    await ended;
    expect(told).toMatchObject([{ result: "- ship it", summary: "- ship it" }]);
  });

  test("hands on only that part by default if its forks are clones", async () => {
    const clone = (text: string): AgentToolOptions["run"] => {
      const llm = new ScriptedClient([says({ blocks: [{ text }] })]);
      return { llm, tools: echo, maxTurns: 1, timeoutMs: null, strategy: appendToolResult };
    };
    const report = "===RESULT===\nsecret workings\n===PERSIST===\n- ship it";
    const waiting = { prompt: "x", run_in_background: false };
    const unused = new ScriptedClient([]);
    expect((await call(waiting, unused, { run: clone(report) })).outcome.content).toBe("- ship it");
    const broken = await call(waiting, unused, { run: clone("secret workings") });
    expect(broken.outcome.content).toContain("without a PERSIST part");
    const { told, ended } = await call({ prompt: "x" }, unused, { run: clone(report) });
    await ended;
    expect(told).toMatchObject([{ result: "- ship it", summary: "- ship it" }]);
    const whole = { run: clone(report), handOn: (text: string) => text };
    expect((await call(waiting, unused, whole)).outcome.content).toBe(report);
  });

  test.each([
    ["by its place in a made-up id", "Agent#1.2", ["Agent", "Agent"], 2],
    ["by its name alone", "call-x", ["Read", "Agent"], 2],
  ])("finds its call %s, if the wire format gives calls no ID", async (_, id, names, place) => {
    const parts = names.map((name) => ({ functionCall: { name, args: {} } }));
    const content = { role: "model", parts };
    const onGemini = captureCacheSafeParams({
      wire: "gemini-generate",
      request: Buffer.from('{"contents":[{"role":"user","parts":[{"text":"Hi."}]}]}'),
      headers: [],
      answer: Buffer.from(JSON.stringify({ candidates: [{ content, finishReason: "STOP" }] })),
    });
    const llm = new ScriptedClient([done], onGemini.wire);
    const run = { llm, tools: echo, maxTurns: 1, timeoutMs: null, strategy: appendToolResult };
    const tool = agentTool({
      forks: new DefaultForkSubagent(),
      snapshot: () => onGemini,
      run,
      notify: () => undefined,
      onFault: () => undefined,
    });
    const input = { prompt: "Tidy the shelf.", run_in_background: false };
    await tool.dispatch({ id, tool: "Agent", input }, signal);
    const { contents } = JSON.parse(llm.bodies[0] ?? "{}");
    const told = contents.at(-1).parts.map((part: object) => JSON.stringify(part).includes("Tidy the shelf."));
    expect(told).toEqual(names.map((__, index) => index + 1 === place));
  });

  test("reports why a background fork failed, and never throws", async () => {
    const { told, ended } = await call({ prompt: "x" }, new ScriptedClient([]));
    await ended;
    expect(told).toMatchObject([{ status: "failed", summary: "the script has run out" }]);
  });

  test("passes an error of the parent's notify to onFault", async () => {
    const faults: unknown[] = [];
    const gate = closedGate();
    await call({ prompt: "x" }, new ScriptedClient([done]), {
      notify: () => {
        throw new Error("no room");
      },
      onFault: (fault) => {
        faults.push(fault);
        gate.open();
      },
    });
    await gate.opened;
    expect(faults).toEqual([new Error("no room")]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, Partial<AgentToolOptions>, string]>([
    ["no prompt", {}, {}, "bad_arguments"],
    ["a blank prompt", { prompt: " " }, {}, "bad_arguments"],
    ["a type other than a text", { prompt: "x", subagent_type: 7 }, {}, "bad_arguments"],
    ["a mode other than a boolean", { prompt: "x", run_in_background: "no" }, {}, "bad_arguments"],
    ["another type", { prompt: "x", subagent_type: "reviewer" }, {}, "unknown_agent_type"],
    ["no conversation yet", { prompt: "x" }, { snapshot: () => null }, "no_snapshot"],
    ["a coordinator, which hands tasks to workers", { prompt: "x" }, { isCoordinator: () => true }, "coordinator"],
    ["a parent that the strategy cannot continue", { prompt: "x" }, noOwnCall(), "no-own-call"],
  ])("refuses %s with a structured result, and sends nothing", async (_, input, more, code) => {
    const llm = new ScriptedClient([]);
    const { outcome } = await call(input, llm, more);
    expect(outcome.isError).toBe(true);
    expect(JSON.parse(outcome.content)).toEqual({ code, reason: expect.any(String) });
    expect(llm.requests).toEqual([]);
  });

  test("passes another agent type on if there is a handler for it", async () => {
    const other = { other: () => ({ content: "reviewed", isError: false }) };
    const { outcome } = await call({ prompt: "x", subagent_type: "reviewer" }, new ScriptedClient([]), other);
    expect(outcome.content).toBe("reviewed");
  });

  test("refuses inside a fork, in which it stays declared", async () => {
    const inner = new ScriptedClient([]);
    const outcomes: ToolOutcome[] = [];
    const tools = {
      dispatch: async () => {
        const { outcome } = await call({ prompt: "x" }, inner);
        outcomes.push(outcome);
        return outcome;
      },
    };
    const calls = says({ blocks: [{ call: "Agent", id: "t2", input: "{}" }] });
    await runFork({ llm: new ScriptedClient([calls, done]), tools });
    expect(JSON.parse(outcomes[0]?.content ?? "")).toMatchObject({ code: "recursion_depth" });
    expect(inner.requests).toEqual([]);
  });
});

function noOwnCall(): Partial<AgentToolOptions> {
  const run = { llm: new ScriptedClient([]), tools: echo, maxTurns: 1, timeoutMs: null, strategy: appendToolResult };
  return { snapshot: () => capture([question], []), run };
}
