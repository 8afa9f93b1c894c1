import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { agentStatePlan, type AgentState } from "../../../src/fork/isolation/agent-state.ts";
import { isolate } from "../../../src/fork/isolation/isolate.ts";
import { deepFreeze } from "../../../src/wire/deep-freeze.ts";

function parentState(heard: string[]): AgentState {
  return {
    agentId: "root",
    depth: 0,
    abort: new AbortController(),
    parentRequest: Buffer.from("{}"),
    declaredTools: ["Read"],
    readFiles: new Map([["a.md", 1]]),
    shortenedResults: new Map([["t1", "short"]]),
    toolDecisions: new Map([["Bash", "allow"]]),
    memoryTriggers: new Set(["a"]),
    loadedMemories: new Set(["b"]),
    discoveredSkills: new Set(["c"]),
    readSettings: () => ({ theme: "dark" }),
    changeSettings: () => void heard.push("settings"),
    registerTask: (id) => void heard.push(`task ${id}`),
    addAnswerLength: () => void heard.push("length"),
    askUser: async () => "yes",
    showProgress: () => void heard.push("progress"),
  };
}

describe("the state of a fork", () => {
  test("is declared for all seventeen fields", () => {
    expect(Object.keys(agentStatePlan)).toHaveLength(17);
    expect(Object.keys(agentStatePlan).sort()).toEqual(Object.keys(parentState([])).sort());
  });

  test("leaves a frozen parent unchanged, whatever the fork does", () => {
    const heard: string[] = [];
    const parent = deepFreeze(parentState(heard));
    const child = isolate(parent, agentStatePlan);
    child.readFiles.set("b.md", 2);
    child.shortenedResults.clear();
    child.toolDecisions.set("Bash", "deny");
    child.memoryTriggers.add("x");
    child.loadedMemories.add("x");
    child.discoveredSkills.add("x");
    child.changeSettings({ theme: "light" });
    child.showProgress?.("hello");
    child.registerTask("7");
    expect(parent).toMatchObject({ agentId: "root", depth: 0, declaredTools: ["Read"] });
    expect([...parent.readFiles]).toEqual([["a.md", 1]]);
    expect([...parent.shortenedResults]).toEqual([["t1", "short"]]);
    expect([...parent.toolDecisions]).toEqual([["Bash", "allow"]]);
    expect([...parent.memoryTriggers, ...parent.loadedMemories, ...parent.discoveredSkills]).toEqual(["a", "b", "c"]);
    expect(heard).toEqual(["task 7"]);
    expect(child).toMatchObject({ agentId: "root/fork", depth: 1, askUser: null, showProgress: null });
    expect(child.parentRequest).toBe(parent.parentRequest);
  });

  test("leaves no listener on its parent", () => {
    const parent = parentState([]);
    const controllers = Array.from({ length: 20 }, () => isolate(parent, agentStatePlan).abort);
    expect(getEventListeners(parent.abort.signal, "abort")).toHaveLength(0);
    controllers[0]?.abort("enough");
    expect([controllers[0]?.signal.reason, parent.abort.signal.aborted]).toEqual(["enough", false]);
    parent.abort.abort("all");
    expect(controllers.map(({ signal }) => signal.aborted)).not.toContain(false);
  });

  test("starts with clones that are equal and sets that are empty", () => {
    const child = isolate(parentState([]), agentStatePlan);
    expect([...child.readFiles]).toEqual([["a.md", 1]]);
    expect([...child.shortenedResults]).toEqual([["t1", "short"]]);
    expect([child.toolDecisions.size, child.memoryTriggers.size, child.loadedMemories.size]).toEqual([0, 0, 0]);
  });

  test("is aborted with its parent and never aborts it", () => {
    const parent = parentState([]);
    const one = isolate(parent, agentStatePlan);
    const other = isolate(parent, agentStatePlan);
    one.abort.abort();
    expect([parent.abort.signal.aborted, other.abort.signal.aborted]).toEqual([false, false]);
    parent.abort.abort(new Error("over"));
    expect(other.abort.signal.reason).toEqual(new Error("over"));
    expect(isolate(parent, agentStatePlan).abort.signal.aborted).toBe(true);
  });
});
