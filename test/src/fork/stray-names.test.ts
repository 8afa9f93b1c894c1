import { describe, expect, test } from "vitest";
import {
  agentTool,
  allowAll,
  consolidateMemory,
  DefaultForkSubagent,
  delegate,
  evaluatePrompts,
  forkSiblings,
  lastNTurns,
  placeholderResults,
  snapshotQuery,
  startAwaySummary,
} from "../../../src/index.ts";
import { capture } from "../support/parents.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { ScriptedClient } from "../support/scripted-client.ts";

/** What a caller without a type checker may pass. */
function untyped(value: unknown): never {
  return value as never;
}

// A filter under a mistyped name would let every call run, and nothing would say so.
describe("an unknown parameter is refused before anything is sent", () => {
  test.each([
    [{ filters: allowAll }, "filters: unknown parameter of a fork; did you mean filter? Known: parent, llm, tools, "],
    [{ skiptranscript: false }, "skiptranscript: unknown parameter of a fork; did you mean skipTranscript?"],
    [{ temperature: undefined }, "temperature: unknown parameter of a fork; known: parent, "],
  ])("by fork(): %o", async (params, said) => {
    const llm = new ScriptedClient([]);
    const refused = runFork(untyped({ llm, ...params }));
    await expect(refused).rejects.toMatchObject({ name: "ForkParamsError" });
    await expect(refused).rejects.toThrow(said);
    expect(llm.requests).toEqual([]);
  });

  const llm = new ScriptedClient([]);
  const run = { llm, tools: echo, parent: capture(), forks: new DefaultForkSubagent() };
  const agent = {
    forks: run.forks,
    snapshot: () => null,
    run: { llm, tools: echo, maxTurns: 1, timeoutMs: null },
    notify: () => undefined,
    onFault: () => undefined,
  };
  test.each<[string, () => unknown, string]>([
    [
      "DefaultForkSubagent",
      async () => new DefaultForkSubagent(untyped({ record: null })),
      "ports.record: unknown port; did you mean records?",
    ],
    [
      "forkSiblings",
      () => forkSiblings([], untyped({ forks: run.forks, holdms: 5 })),
      "fanOut.holdms: unknown option of a fan-out; did you mean holdMs?",
    ],
    [
      "agentTool",
      async () => agentTool(untyped({ ...agent, handon: (text: string) => text })),
      "handon: unknown option of the agent tool; did you mean handOn?",
    ],
    [
      "agentTool, of its forks",
      async () => agentTool(untyped({ ...agent, run: { ...agent.run, filters: null } })),
      "run.filters: unknown parameter of a fork; did you mean filter?",
    ],
    [
      "consolidateMemory",
      () => consolidateMemory(untyped({ ...run, memoryDir: "/nowhere", protectednames: ["a.md"] })),
      "protectednames: unknown parameter of a consolidation; did you mean protectedNames?",
    ],
    [
      "startAwaySummary, which has a filter of its own",
      () => startAwaySummary(untyped({ ...run, show: () => undefined, onFault: () => undefined, filter: allowAll })),
      "filter: unknown parameter of an away summary; known: ",
    ],
    [
      "evaluatePrompts",
      () => evaluatePrompts(untyped({ ...run, prompts: [], filters: allowAll })),
      "filters: unknown parameter of an evaluation; did you mean filter?",
    ],
  ])("by %s", async (_, start, said) => {
    const refused = Promise.resolve(start());
    await expect(refused).rejects.toMatchObject({ name: "ForkParamsError" });
    await expect(refused).rejects.toThrow(said);
  });

  test("by delegate, as its result", async () => {
    expect(await delegate(untyped({ ...run, task: "Count.", allowTools: [], filter: allowAll }))).toMatchObject({
      ok: false,
      output: expect.stringContaining("filter: unknown parameter of a delegation; known: task, context, allowTools, "),
    });
  });

  test.each([
    [
      () => snapshotQuery(untyped({ windo: 3 })),
      "snapshotQuery: unknown option windo; did you mean window? Known: window, tools",
    ],
    [
      () => lastNTurns(1, untyped({ contxt: "" })),
      "lastNTurns: unknown option contxt; did you mean context? Known: context",
    ],
    [
      () => placeholderResults(untyped({ ack: 1 })),
      "placeholderResults: unknown option ack; did you mean acknowledge? Known: acknowledge, blank",
    ],
  ])("by a strategy: %o", (make, said) => {
    expect(make).toThrow(said);
  });
});
