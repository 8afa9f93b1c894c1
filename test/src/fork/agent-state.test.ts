import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, test } from "vitest";
import { cloned, cut, fresh, shared } from "../../../src/fork/isolation/isolate.ts";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { currentRun } from "../../../src/fork/loop/run-context.ts";
import { capture } from "../support/parents.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const call = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

type Notes = {
  readonly name: string;
  readonly pages: Map<string, number>;
  readonly note: (text: string) => void;
  readonly stop: AbortSignal;
};

const plan = {
  name: fresh<string>((parent, fork) => fork?.id ?? parent),
  pages: cloned,
  note: cut<Notes["note"]>(() => undefined),
  stop: fresh<AbortSignal>((parent, fork) => (fork === null ? parent : fork.signal)),
};

function stateOf(): Notes {
  return { name: "root", pages: new Map([["a", 1]]), note: () => undefined, stop: new AbortController().signal };
}

describe("an agent that forks", () => {
  test("gives its fork an isolated state, which tools and observers receive", async () => {
    const state = stateOf();
    const seen: string[] = [];
    const handle = await new DefaultForkSubagent({ newRunId: () => "run-1" }).fork({
      parent: capture(),
      llm: new ScriptedClient([call, done]),
      tools: {
        dispatch: (_call, signal, agent) => {
          seen.push(`${agent?.id} of ${agent?.parentId}: ${agent?.state.name}, ${agent?.state.stop === signal}`);
          agent?.state.pages.set("b", 2);
          return { content: "read", isError: false };
        },
      },
      observe: ({ type }, { agentId }, agent) => {
        if (type === "ended") seen.push(`${agentId}: ${agent?.state.pages.size} pages`);
      },
      directive: "Tidy up.",
      label: "test",
      maxTurns: 5,
      timeoutMs: null,
      agent: { id: "root", state, plan },
    });
    await handle.takeCompletion();
    expect(seen).toEqual(["root/run-1 of root: root/run-1, true", "root/run-1: 2 pages"]);
    expect([...state.pages.keys()]).toEqual(["a"]);
  });

  test("is the parent in the fork's span, and its fork the parent of a fork inside", async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    const tracer = provider.getTracer("test");
    const inner = async (): Promise<{ content: string; isError: boolean }> => {
      const { stop } = await runFork({ llm: new ScriptedClient([done]) }, { tracer });
      return { content: `${currentRun()?.agentId} ${stop.cause}`, isError: false };
    };
    const agent = { id: "root", state: {}, plan: {} };
    const overrides = { agentId: "scout" };
    const params = { llm: new ScriptedClient([call, done]), tools: { dispatch: inner }, maxDepth: 2, agent, overrides };
    const { messages } = await runFork(params, { tracer });
    expect(messages[2]?.bytes.toString()).toContain("scout completed");
    const stamps = exporter
      .getFinishedSpans()
      .map(({ attributes }) => [attributes["gen_ai.agent.id"], attributes["parent_agent"]]);
    expect(stamps).toEqual([
      [undefined, "scout"],
      ["scout", "root"],
    ]);
  });

  test("is not needed for an id of the fork's agent", async () => {
    const ids: unknown[] = [];
    const observe: ForkParams["observe"] = (_event, { agentId }, agent) => void ids.push(agentId, agent);
    await runFork({ llm: new ScriptedClient([done]), overrides: { agentId: "scout" }, observe });
    expect(new Set(ids)).toEqual(new Set(["scout", undefined]));
  });
});

describe("an agent is refused before anything is sent", () => {
  const agent = { id: "root", state: stateOf(), plan };
  test.each([
    ["without an id", { ...agent, id: "" }, "agent.id: the text"],
    ["without a state", { ...agent, state: null }, "agent.state: null is not an object"],
    ["with a field that the plan omits", { ...agent, plan: { ...plan, pages: undefined } }, "agent.plan.pages"],
    [
      "with an unknown treatment",
      { ...agent, plan: { ...plan, pages: { treatment: "copied" } } },
      "write shared, cloned",
    ],
    [
      "with a function to clone",
      { ...agent, plan: { ...plan, note: cloned } },
      "agent.plan: the state cannot be isolated",
    ],
    ["with an unknown member", { ...agent, plans: shared }, "agent.plans: unknown member of an agent"],
  ])("%s", async (_, wrong, said) => {
    const llm = new ScriptedClient([done]);
    const timers: string[] = [];
    const startTimer = (): (() => void) => {
      timers.push("started");
      return () => void timers.push("stopped");
    };
    const params: Parameters<typeof runFork>[0] = Object.assign(
      { llm, tools: echo, timeoutMs: 1000 },
      { agent: wrong as never },
    );
    await expect(runFork(params, { startTimer })).rejects.toThrow(said);
    expect(llm.requests).toEqual([]);
    expect(timers.filter((each) => each === "started")).toHaveLength(timers.length / 2);
  });
});
