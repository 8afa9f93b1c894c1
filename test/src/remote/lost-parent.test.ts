import { expect, test } from "vitest";
import { memoryTransport } from "../../../src/remote/memory-transport.ts";
import type { ForkTransport } from "../../../src/remote/fork-transport.ts";
import { UnansweredError } from "../../../src/remote/remote-error.ts";
import { RemoteForkSubagent } from "../../../src/remote/remote-fork-subagent.ts";
import { serveForks } from "../../../src/remote/serve-forks.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { VirtualTimer } from "../support/virtual-timer.ts";
import { paramsOf, remotely } from "./run-remotely.ts";

test("a worker aborts a fork whose parent has died, once it was silent for lostAfterMs, and no sooner", async () => {
  const memory = memoryTransport();
  const [parentClock, workerClock] = [new VirtualTimer(), new VirtualTimer()];
  let isUp = true;
  const workersEnd: ForkTransport = { ...memory, isUp: () => isUp };
  const events: string[] = [];
  const llm = new ScriptedClient([
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  ]);
  const worker = await serveForks({
    transport: workersEnd,
    roles: { reader: { llm, tools: echo } },
    onFault: (fault) => events.push(String(fault)),
    ports: { startTimer: workerClock.start },
  });
  await memory.subscribe("agent.fork.run-1.events", (line) => void events.push(line.toString()));
  const ports = { startTimer: parentClock.start, newRunId: () => "run-1" };
  const options = { transport: memory, heartbeatMs: 1000, lostAfterMs: 5000, ports };
  await new RemoteForkSubagent(options).fork(paramsOf({ mode: "ForkAndForget" }));
  await expect.poll(() => llm.requests.length).toBe(1);
  const isAborted = (): boolean | undefined => llm.requests[0]?.signal.aborted;
  // The parent lives for as long as its clock moves.
  for (let second = 0; second < 20; second += 1) {
    workerClock.advance(1000);
    parentClock.advance(1000);
  }
  expect(isAborted()).toBe(false);
  workerClock.advance(4999);
  expect(isAborted()).toBe(false);
  isUp = false;
  workerClock.advance(1);
  expect(isAborted()).toBe(false);
  isUp = true;
  workerClock.advance(5000);
  expect(isAborted()).toBe(true);
  await expect.poll(() => events.at(-1)).toContain('"reason":"its parent has been silent for 5000 ms"');
  await worker.close();
});

test("a worker that was asked by a parent which has given up sends nothing", async () => {
  const memory = memoryTransport();
  const clock = new VirtualTimer();
  // No sign of the parent reaches the worker after its request.
  const deaf: ForkTransport = { ...memory, listen: async () => async () => undefined };
  const llm = new ScriptedClient([]);
  const roles = { reader: { llm, tools: echo } };
  await serveForks({ transport: deaf, roles, onFault: () => {}, ports: { startTimer: clock.start } });
  const lines: string[] = [];
  await memory.subscribe("agent.fork.run-1.events", (line) => void lines.push(line.toString()));
  const forks = new RemoteForkSubagent({ transport: memory, ports: { newRunId: () => "run-1" } });
  const handle = await forks.fork(paramsOf({ mode: "ForkAndForget" }));
  await expect.poll(() => clock.pending).toBeGreaterThan(1);
  clock.advance(15_000);
  await expect.poll(() => lines.join()).toContain("its parent has been silent for 15000 ms");
  expect(llm.requests).toEqual([]);
  handle.abort("end of the test");
});

test("a fork that no worker answered in time is asked for again, as another attempt, and not for ever", async () => {
  const asked: string[] = [];
  const answersFrom = (count: number, memory: ForkTransport = memoryTransport()): ForkTransport => ({
    ...memory,
    ask: async (subject, request) => {
      if (asked.push(JSON.parse(request.toString()).runId) < count)
        throw new UnansweredError("no worker answered", "Wait");
      return memory.ask(subject, request);
    },
  });
  const llm = new ScriptedClient([says({ blocks: [{ text: "Done." }] })]);
  const result = await remotely({ llm, transport: answersFrom(4) });
  expect(result).toMatchObject({ runId: "run-1", stop: { cause: "completed" }, finalText: "Done.", notes: [] });
  expect(asked).toEqual(["run-1", "run-1-2", "run-1-3", "run-1-4"]);
  asked.length = 0;
  const { stop } = await remotely({ llm: new ScriptedClient([]), transport: answersFrom(9) });
  expect(stop).toEqual({ cause: "error", error: { kind: "remote", message: "no worker answered. Wait" } });
  expect(asked).toHaveLength(4);
});
