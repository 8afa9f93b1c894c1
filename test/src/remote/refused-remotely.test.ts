import { describe, expect, test } from "vitest";
import { memoryTransport } from "../../../src/remote/memory-transport.ts";
import type { ForkTransport } from "../../../src/remote/fork-transport.ts";
import { RemoteForkSubagent } from "../../../src/remote/remote-fork-subagent.ts";
import { serveForks } from "../../../src/remote/serve-forks.ts";
import { allowTools } from "../../../src/filters/allow-tools.ts";
import type { ParentAgent } from "../../../src/fork/isolation/fork-agent.ts";
import { cloned, cut, fresh, shared, type Isolation } from "../../../src/fork/isolation/isolate.ts";
import { definedFilter } from "../../../src/remote/defined-filter.ts";
import { echo } from "../support/run-fork.ts";
import { ScriptedClient } from "../support/scripted-client.ts";
import { paramsOf, remotely } from "./run-remotely.ts";

/** An agent with one field. */
function agentOf<Value>(value: Value, treatment: Isolation<Value>): ParentAgent<{ notes: Value }> {
  return { id: "root", state: { notes: value }, plan: { notes: treatment } };
}

const ask = (): string[] => [];

describe("a fork in a worker is refused", () => {
  test.each([
    ["with a client of this process", { llm: new ScriptedClient([]) }, "llm: a client cannot leave its process"],
    ["with a filter that is code", { filter: allowTools([]) }, "filter: it holds code"],
    ["with an agent that shares an object", { agent: agentOf(new Map(), shared) }, "notes: the plan shares it"],
    ["with an agent that shares a function", { agent: agentOf(ask, shared) }, "notes: the plan shares it"],
    ["with an agent that shares bytes", { agent: agentOf(Buffer.from("{}"), shared) }, "notes: the plan shares it"],
    ["with a stub that is code", { agent: agentOf(ask, cut(ask)) }, "notes: its value cannot leave its process"],
    [
      "with a stub that has methods",
      { agent: agentOf(new AbortController(), cut(new AbortController())) },
      "notes: its value is an instance of a class",
    ],
    ["with a copy of code", { agent: agentOf([ask], cloned) }, "notes: its value cannot leave its process"],
  ])("%s", async (_, params, said) => {
    const forks = new RemoteForkSubagent({ transport: memoryTransport() });
    await expect(forks.fork(paramsOf(params))).rejects.toThrow(said);
  });

  test.each([
    ["code among its options", { readOnly: { loadGrammar: () => undefined } }, "readOnly.loadGrammar: it holds code"],
    [
      "an unknown name inside",
      { allOf: [{ allowTools: [] }, { allowTool: [] }] },
      "filter.allOf[1]: no filter is named",
    ],
    ["two members", { allowTools: [], allowMatching: [] }, "filter: the definition of a filter has one member"],
    ["a text for a list", { allowTools: "Read" }, "filter.allowTools: it takes a list of names"],
  ])("with a definition of a filter that has %s", (_, definition, said) => {
    const asked: Parameters<typeof definedFilter> = [Object.assign({ allowTools: [] }, definition)];
    if (!("allowTools" in definition)) Reflect.deleteProperty(asked[0], "allowTools");
    expect(() => definedFilter(...asked)).toThrow(said);
  });

  test("if a value that fresh has made cannot travel", async () => {
    const agent = agentOf<object>(
      {},
      fresh<object>(() => new WeakMap()),
    );
    const { stop } = await remotely({ llm: new ScriptedClient([]), params: { agent } });
    expect(JSON.stringify(stop)).toContain("agent.state.notes: its value cannot leave its process");
  });

  test("by a worker that cannot make its filter", async () => {
    const filter = definedFilter({ autoMem: { memoryDir: "/nowhere/memory" } });
    const llm = new ScriptedClient([]);
    const { stop } = await remotely({ llm, params: { filter } });
    expect(JSON.stringify(stop)).toContain("/nowhere/memory");
    expect(llm.requests).toEqual([]);
  });

  test("if no worker has the role", async () => {
    const handle = await new RemoteForkSubagent({ transport: memoryTransport() }).fork(paramsOf());
    const result = await handle.takeCompletion();
    const message = "agent.fork.ask.reader has no worker in this process. Call serveForks.";
    expect(result?.stop).toEqual({ cause: "error", error: { kind: "remote", message } });
  });

  test("by a worker of another version, and both versions are said", async () => {
    const transport = memoryTransport();
    await transport.serve("agent.fork.ask.reader", async () =>
      Buffer.from(JSON.stringify({ v: 2, accepted: false, reason: "its version is 1, and the worker's 2" })),
    );
    const handle = await new RemoteForkSubagent({ transport }).fork(paramsOf());
    const result = await handle.takeCompletion();
    expect(JSON.stringify(result?.stop)).toContain("speaks version 2, and this process version 1. Install the same");
  });

  test("where a worker is asked by another version", async () => {
    const transport = memoryTransport();
    const roles = { reader: { llm: new ScriptedClient([]), tools: echo } };
    const worker = await serveForks({ transport, roles, onFault: () => {} });
    const reply = await transport.ask("agent.fork.ask.reader", Buffer.from('{"v":9,"runId":"x"}'));
    expect(JSON.parse(reply.toString())).toEqual({
      v: 1,
      accepted: false,
      reason: "its version is 9, and the worker's 1",
    });
    await worker.close();
  });

  test("if its parent's body arrives changed", async () => {
    const memory = memoryTransport();
    const transport: ForkTransport = { ...memory, put: (digest) => memory.put(digest, Buffer.from("{}")) };
    const llm = new ScriptedClient([]);
    const result = await remotely({ llm, transport });
    expect(JSON.stringify(result.stop)).toContain("the parent's body arrived with the digest 44136fa3");
    expect(llm.requests).toEqual([]);
  });
});
