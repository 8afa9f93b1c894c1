import { describe, expect, test } from "vitest";
import { allowTools } from "../../../src/filters/allow-tools.ts";
import type { ForkAgent, ParentAgent } from "../../../src/fork/isolation/fork-agent.ts";
import { cloned, cut, fresh, shared } from "../../../src/fork/isolation/isolate.ts";
import type { ToolDispatcher } from "../../../src/fork/tool-dispatcher.ts";
import { definedFilter } from "../../../src/remote/defined-filter.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { remotely } from "./run-remotely.ts";

const calls = says({
  blocks: [
    { call: "Read", id: "t1", input: "{}" },
    { call: "Write", id: "t2", input: '{"file_path":"/etc/x","content":"y"}' },
  ],
});
const done = says({ blocks: [{ text: "Done." }] });

describe("a filter that travels to a worker", () => {
  test("decides there as in process", async () => {
    const memoryDir = temporaryFolder();
    const filter = definedFilter({ anyOf: [{ allowTools: ["Read"] }, { autoMem: { memoryDir } }] });
    const here = await runFork({ llm: new ScriptedClient([calls, done]), filter });
    const there = await remotely({ llm: new ScriptedClient([calls, done]), params: { filter } });
    expect(there.decisions).toEqual(here.decisions);
    expect(there.decisions).toMatchObject([
      { tool: "Read", decision: "allow" },
      { tool: "Write", decision: "deny" },
    ]);
  });

  test("allows nothing that the filter of the role denies, and narrows it", async () => {
    const filter = definedFilter({ allowTools: ["Read"] });
    const decisionsWith = async (tools: readonly string[]): Promise<readonly string[]> => {
      const role = { filter: allowTools(tools) };
      const { decisions } = await remotely({ llm: new ScriptedClient([calls, done]), params: { filter }, role });
      return decisions.map(({ decision }) => decision);
    };
    expect(await decisionsWith(["Read", "Write"])).toEqual(["allow", "deny"]);
    expect(await decisionsWith(["Write"])).toEqual(["deny", "deny"]);
  });
});

type State = {
  readonly depth: number;
  readonly readFiles: Map<string, number>;
  readonly skills: Set<string>;
  readonly ask: (() => string) | null;
};

const root = (): ParentAgent<State> => ({
  id: "root",
  state: { depth: 3, readFiles: new Map([["a.md", 1]]), skills: new Set(["x"]), ask: () => "yes" },
  plan: { depth: shared, readFiles: cloned, skills: fresh((old) => new Set([...old, "fresh"])), ask: cut(null) },
});

describe("the agent of a fork in a worker", () => {
  test("is its parent's by the plan, and what the worker changes reaches neither the parent nor a sibling", async () => {
    const seen: ForkAgent<Partial<State>>[] = [];
    const agent = root();
    const change: ToolDispatcher = {
      dispatch: (_call, _signal, given) => (touch(given), { content: "", isError: false }),
    };
    const touch = (given: ForkAgent | undefined): void => {
      const fork = given as ForkAgent<State>;
      seen.push({ ...fork, state: structuredClone({ ...fork.state, ask: null }) });
      fork.state.readFiles.set("b.md", 2);
      fork.state.skills.clear();
    };
    const once = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
    for (const _ of [1, 2]) {
      const llm = new ScriptedClient([once, done]);
      await remotely({ llm, params: { agent }, role: { tools: change } });
    }
    const state = { depth: 3, readFiles: new Map([["a.md", 1]]), skills: new Set(["x", "fresh"]), ask: null };
    expect(seen).toEqual([
      { id: "root/run-1", parentId: "root", state },
      { id: "root/run-1", parentId: "root", state },
    ]);
    expect(agent.state).toMatchObject({ readFiles: new Map([["a.md", 1]]), skills: new Set(["x"]) });
  });

  test("has the fields of its worker's role that the parent left out", async () => {
    const heard: unknown[] = [];
    const register = (id: string): void => void heard.push(id);
    const tools: ToolDispatcher = {
      dispatch: (_call, _signal, given) => {
        const { state } = given as ForkAgent<{ depth: number; register: typeof register }>;
        state.register(`task of ${given?.id} at ${state.depth}`);
        return { content: "", isError: false };
      },
    };
    const own: ParentAgent = { id: "worker", state: { depth: 0, register }, plan: { depth: shared, register: shared } };
    const agent: ParentAgent = { id: "root", state: { depth: 7 }, plan: { depth: shared } };
    const overrides = { agentId: "helper" };
    const llm = new ScriptedClient([says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] }), done]);
    await remotely({ llm, params: { agent, overrides }, role: { tools, agent: own } });
    expect(heard).toEqual(["task of helper at 7"]);
  });
});
