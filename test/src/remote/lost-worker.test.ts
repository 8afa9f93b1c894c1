import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import { memoryTransport } from "../../../src/remote/memory-transport.ts";
import type { ForkTransport } from "../../../src/remote/fork-transport.ts";
import { RemoteForkSubagent } from "../../../src/remote/remote-fork-subagent.ts";
import { serveForks } from "../../../src/remote/serve-forks.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { VirtualTimer } from "../support/virtual-timer.ts";
import { paramsOf } from "./run-remotely.ts";

const call = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

const never = (): Promise<never> => new Promise(() => undefined);

describe("a worker that goes silent", () => {
  test("ends its run as lost, with what had arrived", async () => {
    const clock = new VirtualTimer();
    const { transport, die } = mortal();
    const llm = new ScriptedClient([call, () => (die(), never())]);
    const running = lostRun({ transport, llm, clock });
    await expect.poll(() => llm.requests.length).toBe(2);
    clock.advance(14_999);
    clock.advance(1);
    const result = await running;
    expect(result).toMatchObject({
      stop: { cause: "lost", reason: "its worker has been silent for 15000 ms on this process" },
      turns: [{ turn: 1, isComplete: true }],
      decisions: [{ tool: "Read" }],
      notes: [],
    });
  });

  test("is started again only as often as retry says, and the result says so", async () => {
    const clock = new VirtualTimer();
    const { transport, die, revive } = mortal();
    const llm = new ScriptedClient([
      call,
      () => {
        die();
        return never();
      },
      call,
      done,
    ]);
    const running = lostRun({ transport, llm, clock, retry: 1 });
    await expect.poll(() => llm.requests.length).toBe(2);
    revive();
    clock.advance(15_000);
    const result = await running;
    expect(result).toMatchObject({ runId: "run-1", stop: { cause: "completed" }, turns: [{ turn: 1 }, { turn: 2 }] });
    expect(result?.notes[0]).toContain("attempt 1 of the run was lost after 1 turn (");
    expect(llm.requests).toHaveLength(4);
  });

  test("keeps what a lost attempt had paid and run, next to the attempt that completed", async () => {
    const clock = new VirtualTimer();
    const { transport, die, revive } = mortal();
    const llm = new ScriptedClient([call, () => (die(), never()), call, done]);
    const running = lostRun({ transport, llm, clock, retry: 1 });
    await expect.poll(() => llm.requests.length).toBe(2);
    revive();
    clock.advance(15_000);
    const result = await running;
    expect(result).toMatchObject({
      stop: { cause: "completed" },
      turns: [{ turn: 1 }, { turn: 2 }],
      decisions: [{ tool: "Read" }],
      lostAttempts: [{ turns: [{ turn: 1 }], decisions: [{ tool: "Read" }] }],
      // Three answers of 4 fresh, 96 written and 900 read tokens each.
      usage: { read: 2_700, write: 288, fresh: 12, output: 21 },
    });
  });

  test("stays lost, with what had arrived, where no worker takes it again", async () => {
    const clock = new VirtualTimer();
    const { transport, die } = mortal();
    let asked = 0;
    const alone: ForkTransport = {
      ...transport,
      ask: (subject, request) => {
        asked += 1;
        return asked === 1 ? transport.ask(subject, request) : Promise.reject(new Error("no worker serves"));
      },
    };
    const llm = new ScriptedClient([call, () => (die(), never())]);
    const running = lostRun({ transport: alone, llm, clock, retry: 1 });
    await expect.poll(() => llm.requests.length).toBe(2);
    clock.advance(15_000);
    expect(await running).toMatchObject({
      stop: {
        cause: "lost",
        reason: expect.stringMatching(/silent for 15000 ms.*could not be started again: no worker/),
      },
      turns: [{ turn: 1 }],
      decisions: [{ tool: "Read" }],
      lostAttempts: [],
    });
  });

  test.each([
    [{ heartbeatMs: 3_000, lostAfterMs: 2_000 }, false],
    [{ lostAfterMs: 2_999 }, false],
    [{ lostAfterMs: 3_000 }, true],
    [{ heartbeatMs: 6_000 }, false],
  ])("is waited for at least three heartbeats: %o", (times, holds) => {
    const make = (): RemoteForkSubagent => new RemoteForkSubagent({ transport: memoryTransport(), ...times });
    if (holds) expect(make).not.toThrow();
    else expect(make).toThrow(/options\.lostAfterMs: .* fewer than 3 heartbeats/);
  });

  test("is not lost while the own connection is down", async () => {
    const clock = new VirtualTimer();
    const { transport, die, state } = mortal();
    const llm = new ScriptedClient([() => (die(), never())]);
    const running = lostRun({ transport, llm, clock });
    await expect.poll(() => llm.requests.length).toBe(1);
    let isOver = false;
    void running.then(() => (isOver = true));
    // Far more rounds of the event loop than the end of a run needs.
    const settle = async (): Promise<void> => {
      for (let round = 0; round < 20; round += 1) await setImmediate();
    };
    state.isUp = false;
    clock.advance(15_000);
    await settle();
    expect(isOver).toBe(false);
    state.isUp = true;
    clock.advance(14_999);
    await settle();
    expect(isOver).toBe(false);
    clock.advance(1);
    expect((await running)?.stop.cause).toBe("lost");
  });
});

/** A transport whose worker can fall silent: nothing that it sends arrives any more. */
function mortal() {
  const memory = memoryTransport();
  const state = { isUp: true };
  let isDead = false;
  const transport: ForkTransport = {
    ...memory,
    isUp: () => state.isUp,
    publish: async (subject, id, event) => (isDead ? undefined : memory.publish(subject, id, event)),
    signal: (subject, message) => (isDead ? undefined : memory.signal(subject, message)),
  };
  return { transport, state, die: () => void (isDead = true), revive: () => void (isDead = false) };
}

async function lostRun(from: {
  readonly transport: ForkTransport;
  readonly llm: ScriptedClient;
  readonly clock: VirtualTimer;
  readonly retry?: number;
}): Promise<ForkResult | null> {
  const { transport, llm, clock, retry = 0 } = from;
  const roles = { reader: { llm, tools: echo } };
  await serveForks({ transport, roles, onFault: () => {}, ports: { startTimer: () => () => undefined } });
  const ports = { startTimer: clock.start, newRunId: () => "run-1" };
  const handle = await new RemoteForkSubagent({ transport, retry, ports }).fork(paramsOf({ mode: "ForkAndForget" }));
  return handle.takeCompletion();
}
