import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import { forkSiblings } from "../../../src/fork/fork-siblings.ts";
import type { ForkHandle } from "../../../src/fork/fork-handle.ts";
import { passThrough } from "../../../src/strategies/pass-through.ts";
import { unknownUsage } from "../../../src/wire/token-usage.ts";
import { closedGate } from "../support/gate.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { fails, says, ScriptedClient, type ScriptedStep } from "../support/scripted-client.ts";
import { VirtualTimer } from "../support/virtual-timer.ts";

const done = says({ blocks: [{ text: "Done." }] });
const parent = capture();

function params(directive: string, llm: ScriptedClient, more: Partial<ForkParams> = {}): ForkParams {
  const common = {
    parent,
    tools: echo,
    label: directive,
    maxTurns: 1,
    timeoutMs: null,
    mode: "ForkAndForget",
  } as const;
  return { ...common, directive, llm, ...more };
}

async function stopsOf(handles: readonly ForkHandle[]): Promise<readonly (string | undefined)[]> {
  return Promise.all(handles.map(async (handle) => (await handle.takeCompletion())?.stop.cause));
}

describe("siblings", () => {
  test("wait for the first one's first byte, and share all bytes except the directive", async () => {
    const asked = closedGate();
    const firstByte = closedGate();
    const slow: ScriptedStep = async ({ observe }) => {
      asked.open();
      await firstByte.opened;
      observe({ type: "started", usage: unknownUsage });
      return new Promise(() => undefined);
    };
    const llm = new ScriptedClient([slow, done, done]);
    const handles = await forkSiblings([params("one", llm), params("two", llm), params("three", llm)], {
      forks: new DefaultForkSubagent(),
      holdMs: null,
    });
    await asked.opened;
    await rounds();
    expect(llm.requests).toHaveLength(1);
    firstByte.open();
    const [first, ...others] = handles;
    expect(await stopsOf(others)).toEqual(["completed", "completed"]);
    first?.abort("seen enough");
    expect(llm.bodies.map((body) => body.replace(/"text":"(one|two|three)"/, ""))).toEqual(
      Array.from({ length: 3 }, () => llm.bodies[0]?.replace('"text":"one"', "")),
    );
    expect(await stopsOf(first === undefined ? [] : [first])).toEqual(["aborted"]);
  });

  test("leave no timer, whichever of them is refused and however they end", async () => {
    const timer = new VirtualTimer();
    const fanOut = { forks: new DefaultForkSubagent(), startTimer: timer.start };
    const onlyGemini = { strategy: { ...passThrough, wires: ["gemini-generate"] } } as const;
    for (const refused of [0, 1]) {
      const llm = new ScriptedClient([done, done]);
      const both = ["one", "two"].map((name, index) => params(name, llm, index === refused ? onlyGemini : {}));
      await expect(forkSiblings(both, fanOut)).rejects.toMatchObject({ fault: "wrong-wire" });
      await Promise.resolve();
      expect(timer.pending).toBe(0);
    }
    const llm = new ScriptedClient([done, done]);
    const handles = await forkSiblings([params("one", llm), params("two", llm)], fanOut);
    expect(await stopsOf(handles)).toEqual(["completed", "completed"]);
    expect(timer.pending).toBe(0);
  });

  test("continue if the first one fails before its first byte", async () => {
    const llm = new ScriptedClient([fails({ kind: "connection", message: "refused" }), done]);
    const handles = await forkSiblings([params("one", llm), params("two", llm)], { forks: new DefaultForkSubagent() });
    expect(await stopsOf(handles)).toEqual(["error", "completed"]);
  });

  test("wait at most as long as the cap, and leave no timer", async () => {
    const timer = new VirtualTimer();
    const reached = closedGate();
    const never: ScriptedStep = () => {
      reached.open();
      return new Promise(() => undefined);
    };
    const llm = new ScriptedClient([never, done]);
    const [first, second] = await forkSiblings([params("one", llm), params("two", llm)], {
      forks: new DefaultForkSubagent(),
      holdMs: 5_000,
      startTimer: timer.start,
    });
    await reached.opened;
    timer.advance(4_999);
    await rounds();
    expect(llm.requests).toHaveLength(1);
    timer.advance(1);
    expect((await second?.takeCompletion())?.stop.cause).toBe("completed");
    expect(timer.pending).toBe(0);
    first?.abort("over");
    await first?.takeCompletion();
  });

  test("can each be aborted while they wait", async () => {
    const controller = new AbortController();
    const llm = new ScriptedClient([() => new Promise(() => undefined)]);
    const [first, second] = await forkSiblings(
      [params("one", llm), params("two", llm, { signal: controller.signal })],
      { forks: new DefaultForkSubagent(), holdMs: null },
    );
    controller.abort(new Error("not needed"));
    expect((await second?.takeCompletion())?.stop).toEqual({ cause: "aborted", reason: "not needed" });
    expect(llm.requests).toHaveLength(1);
    first?.abort("over");
    expect((await first?.takeCompletion())?.stop).toEqual({ cause: "aborted", reason: "over" });
  });

  test("are refused together before anything is sent", async () => {
    const llm = new ScriptedClient([done, done]);
    const siblings = [params("one", llm), params(" ", llm)];
    await expect(forkSiblings(siblings, { forks: new DefaultForkSubagent() })).rejects.toMatchObject({
      name: "ForkParamsError",
    });
    expect(llm.requests).toEqual([]);
    expect(await forkSiblings([], { forks: new DefaultForkSubagent() })).toEqual([]);
  });

  test("must have one parent, since with another one they would wait for a foreign cache", async () => {
    const llm = new ScriptedClient([done, done]);
    const other = capture(['{"role":"user","content":"Something else."}']);
    const siblings = [params("one", llm), params("two", llm, { parent: other })];
    const refused = forkSiblings(siblings, { forks: new DefaultForkSubagent() });
    await expect(refused).rejects.toMatchObject({ name: "ForkParamsError", parameter: "siblings[1].parent" });
    await expect(refused).rejects.toThrow("is not the parent of siblings[0]; start the forks of each parent");
    expect(llm.requests).toEqual([]);
    // Two snapshots of the same bytes are one parent.
    const again = [params("one", llm), params("two", llm, { parent: capture() })];
    const handles = await forkSiblings(again, { forks: new DefaultForkSubagent() });
    expect(await stopsOf(handles)).toEqual(["completed", "completed"]);
  });

  test("are all refused if one is refused at its start, and none continues without an owner", async () => {
    const reached = closedGate();
    const llm = new ScriptedClient([
      () => {
        reached.open();
        return new Promise(() => undefined);
      },
    ]);
    const siblings = [params("one", llm, { mode: "Sync" }), params("two", llm, { maxDepth: 0 })];
    await expect(forkSiblings(siblings, { forks: new DefaultForkSubagent() })).rejects.toMatchObject({
      name: "ForkDepthError",
    });
    await reached.opened;
    expect(llm.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    const unasked = new ScriptedClient([]);
    const forgotten = [params("one", unasked), params("two", unasked, { maxDepth: 0 })];
    await expect(forkSiblings(forgotten, { forks: new DefaultForkSubagent() })).rejects.toMatchObject({
      name: "ForkDepthError",
    });
    expect(unasked.requests).toEqual([]);
  });
});

/** Time for a sibling that does not wait to ask: far more rounds of the event loop than it needs. */
async function rounds(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await setImmediate();
}
