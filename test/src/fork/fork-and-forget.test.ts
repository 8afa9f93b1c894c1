import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { isFireAndForget } from "../../../src/fork/delegate-mode.ts";
import type { ForkHandle } from "../../../src/fork/fork-handle.ts";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import type { LlmOutcome } from "../../../src/providers/llm-client.ts";
import { closedGate, type Gate } from "../support/gate.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const done = says({ blocks: [{ text: "Done." }] });

/** A model that says nothing until its gate opens. */
function slowClient(gate: Gate, outcome: LlmOutcome = done): ScriptedClient {
  return new ScriptedClient([
    async () => {
      await gate.opened;
      return outcome;
    },
  ]);
}

function start(params: Partial<ForkParams> & Pick<ForkParams, "llm">): Promise<ForkHandle> {
  return new DefaultForkSubagent().fork({
    parent: capture(),
    tools: echo,
    directive: "Tidy up.",
    label: "test",
    maxTurns: 3,
    timeoutMs: null,
    mode: "ForkAndForget",
    ...params,
  });
}

describe("the mode fork-and-forget", () => {
  test("returns a handle before the model has answered, and the run continues", async () => {
    const gate = closedGate();
    const llm = slowClient(gate);
    const handle = await start({ llm });
    const completion = handle.takeCompletion();
    gate.open();
    expect(await completion).toMatchObject({ finalText: "Done.", stop: { cause: "completed" } });
    expect(llm.requests).toHaveLength(1);
  });

  test("returns the handle before its client starts, since a client's first send may load an SDK", async () => {
    const order: string[] = [];
    const llm = new ScriptedClient([
      async () => {
        order.push("send");
        return done;
      },
    ]);
    const handle = await start({ llm });
    order.push("handle");
    await handle.takeCompletion();
    expect(order).toEqual(["handle", "send"]);
  });

  test("sends nothing if it is aborted before its client starts", async () => {
    const llm = new ScriptedClient([]);
    const handle = await start({ llm });
    handle.abort("changed my mind");
    expect(await handle.takeCompletion()).toMatchObject({ stop: { cause: "aborted", reason: "changed my mind" } });
    expect(llm.requests).toEqual([]);
  });

  test("runs to its end if it is detached, whether or not its handle is disposed", async () => {
    const gate = closedGate();
    const ended = closedGate();
    const stops: string[] = [];
    {
      await using handle = await start({
        llm: slowClient(gate),
        observe: (event) => {
          if (event.type !== "ended") return;
          stops.push(event.stop.cause);
          ended.open();
        },
      });
      handle.detach();
      expect(handle.takeCompletion()).toBeNull();
    }
    gate.open();
    await ended.opened;
    expect(stops).toEqual(["completed"]);
  });

  test("never rejects: an error of the client is the run's result", async () => {
    const llm = new ScriptedClient([
      async () => {
        throw new Error("the client broke");
      },
    ]);
    const handle = await start({ llm });
    handle.detach();
    const rejections: unknown[] = [];
    const listen = (reason: unknown): void => void rejections.push(reason);
    process.on("unhandledRejection", listen);
    await setImmediate();
    process.off("unhandledRejection", listen);
    expect(rejections).toEqual([]);
  });

  test("aborts if its handle is disposed unconsumed, and aborts the client's signal", async () => {
    const signals: AbortSignal[] = [];
    const reached = closedGate();
    const llm = new ScriptedClient([
      ({ signal }) => {
        signals.push(signal);
        reached.open();
        return new Promise(() => undefined);
      },
    ]);
    {
      await using _ = await start({ llm });
      await reached.opened;
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("aborts if its handle is garbage-collected unconsumed", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const ended = closedGate();
    let stop: unknown = null;
    // In a function of its own, so that no frame of this test holds the handle.
    await (async () => {
      await start({
        llm: new ScriptedClient([() => new Promise(() => undefined)]),
        observe: (event) => {
          if (event.type !== "ended") return;
          stop = event.stop;
          ended.open();
        },
      });
    })();
    // One collection promises nothing: the collector is asked until it has found the handle.
    await Promise.all([ended.opened, collecting(() => stop !== null, collect)]);
    expect(stop).toEqual({
      cause: "aborted",
      reason: "the handle was lost: neither taken, detached nor disposed",
    });
  });

  test("follows its caller's signal and never aborts it", async () => {
    const controller = new AbortController();
    const handle = await start({
      llm: new ScriptedClient([() => new Promise(() => undefined)]),
      signal: controller.signal,
    });
    const completion = handle.takeCompletion();
    controller.abort(new Error("enough"));
    expect((await completion)?.stop).toEqual({ cause: "aborted", reason: "enough" });
    const other = new AbortController();
    const aborted = await start({ llm: slowClient(closedGate()), signal: other.signal });
    aborted.abort("by hand");
    expect((await aborted.takeCompletion())?.stop).toEqual({ cause: "aborted", reason: "by hand" });
    expect(other.signal.aborted).toBe(false);
  });
});

async function collecting(isEnough: () => boolean, collect: () => void): Promise<void> {
  while (!isEnough()) {
    await setImmediate();
    collect();
  }
}

test("only the mode ForkAndForget returns before the end, and modes are spelled like their names", () => {
  expect(isFireAndForget("ForkAndForget")).toBe(true);
  expect(isFireAndForget("Sync")).toBe(false);
});
