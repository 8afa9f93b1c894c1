import { describe, expect, test } from "vitest";
import { memoryTransport } from "../../../src/remote/memory-transport.ts";
import type { ForkTransport } from "../../../src/remote/fork-transport.ts";
import { RemoteForkSubagent } from "../../../src/remote/remote-fork-subagent.ts";
import { serveForks } from "../../../src/remote/serve-forks.ts";
import { allowTools } from "../../../src/filters/allow-tools.ts";
import { echo } from "../support/run-fork.ts";
import { ScriptedClient } from "../support/scripted-client.ts";
import { paramsOf, remotely } from "./run-remotely.ts";

describe("a fork in a worker is refused", () => {
  test.each([
    ["with a client of this process", { llm: new ScriptedClient([]) }, "llm: a client cannot leave its process"],
    ["with a filter", { filter: allowTools([]) }, "filter: it holds code"],
    ["with an agent's state", { agent: { id: "a", state: {}, plan: {} } }, "agent: it holds code"],
  ])("%s", async (_, params, said) => {
    const forks = new RemoteForkSubagent({ transport: memoryTransport() });
    await expect(forks.fork(paramsOf(params))).rejects.toThrow(said);
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
