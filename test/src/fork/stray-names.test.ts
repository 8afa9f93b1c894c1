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
describe("a parameter that nobody reads is refused, before anything is sent", () => {
  test.each([
    [{ filters: allowAll }, "filters: no parameter of a fork; is filter meant? Those are parent, llm, tools, "],
    [{ skiptranscript: false }, "skiptranscript: no parameter of a fork; is skipTranscript meant?"],
    [{ temperature: undefined }, "temperature: no parameter of a fork. Those are parent, "],
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
      "ports.record: no port; is records meant?",
    ],
    [
      "forkSiblings",
      () => forkSiblings([], untyped({ forks: run.forks, holdms: 5 })),
      "fanOut.holdms: no part of a fan-out; is holdMs meant?",
    ],
    [
      "agentTool",
      async () => agentTool(untyped({ ...agent, handon: (text: string) => text })),
      "handon: no option of the agent tool; is handOn meant?",
    ],
    [
      "agentTool, of its forks",
      async () => agentTool(untyped({ ...agent, run: { ...agent.run, filters: null } })),
      "run.filters: no parameter of a fork; is filter meant?",
    ],
    [
      "consolidateMemory",
      () => consolidateMemory(untyped({ ...run, memoryDir: "/nowhere", protectednames: ["a.md"] })),
      "protectednames: no parameter of a consolidation; is protectedNames meant?",
    ],
    [
      "startAwaySummary, which has a filter of its own",
      () => startAwaySummary(untyped({ ...run, show: () => undefined, onFault: () => undefined, filter: allowAll })),
      "filter: no parameter of an away summary",
    ],
    [
      "evaluatePrompts",
      () => evaluatePrompts(untyped({ ...run, prompts: [], filters: allowAll })),
      "filters: no parameter of an evaluation; is filter meant?",
    ],
  ])("by %s", async (_, start, said) => {
    const refused = Promise.resolve(start());
    await expect(refused).rejects.toMatchObject({ name: "ForkParamsError" });
    await expect(refused).rejects.toThrow(said);
  });

  test("by delegate, as a result", async () => {
    expect(await delegate(untyped({ ...run, task: "Count.", allowTools: [], filter: allowAll }))).toMatchObject({
      ok: false,
      output: expect.stringContaining("filter: no parameter of a delegation. Those are task, context, allowTools, "),
    });
  });

  test.each([
    [() => snapshotQuery(untyped({ windo: 3 })), "snapshotQuery: windo is no option; those are window, tools"],
    [() => lastNTurns(1, untyped({ contxt: "" })), "lastNTurns: contxt is no option; those are context"],
    [
      () => placeholderResults(untyped({ ack: 1 })),
      "placeholderResults: ack is no option; those are acknowledge, blank",
    ],
  ])("by a strategy: %o", (make, said) => {
    expect(make).toThrow(said);
  });
});
