import { expect } from "vitest";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import type { ForkTransport } from "../../../src/remote/fork-transport.ts";
import { memoryTransport } from "../../../src/remote/memory-transport.ts";
import { RemoteForkSubagent, type RemoteForkOptions } from "../../../src/remote/remote-fork-subagent.ts";
import { remoteRole } from "../../../src/remote/remote-role.ts";
import { serveForks, type WorkerRole } from "../../../src/remote/serve-forks.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import type { ScriptedClient } from "../support/scripted-client.ts";

type Asked = {
  readonly llm: ScriptedClient;
  readonly transport?: ForkTransport;
  readonly params?: Partial<ForkParams>;
  readonly options?: Partial<RemoteForkOptions>;
  readonly role?: Partial<WorkerRole>;
};

/** A fork in a worker of the same process, to its end. */
export async function remotely({
  llm,
  transport = memoryTransport(),
  params,
  options,
  role,
}: Asked): Promise<ForkResult> {
  const faults: unknown[] = [];
  const roles = { reader: { llm, tools: echo, ...role } };
  const worker = await serveForks({ transport, roles, onFault: (fault) => faults.push(fault) });
  const forks = new RemoteForkSubagent({ transport, ports: { newRunId: () => "run-1" }, ...options });
  const handle = await forks.fork(paramsOf(params));
  const result = await handle.takeCompletion();
  await worker.close();
  expect(faults).toEqual([]);
  if (result === null) throw new Error("no completion");
  return result;
}

export function paramsOf(params: Partial<ForkParams> = {}): ForkParams {
  const common = { directive: "Tidy up.", label: "test", maxTurns: 5, timeoutMs: null };
  return { parent: capture(), ...remoteRole("reader", "anthropic-messages"), ...common, ...params };
}
