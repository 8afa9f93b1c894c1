import { describe, expect, test } from "vitest";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { ForkHandle } from "../../../src/fork/fork-handle.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import { capture } from "../support/parents.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { captureOn, parentOn } from "../support/wire-parents.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const gemini = captureOn(parentOn("gemini-generate"));
const answer = says({ blocks: [{ text: "Done." }] });

describe("a fork's handle", () => {
  test("returns its completion once", async () => {
    const { handle, end, result } = await running();
    const completion = handle.takeCompletion();
    expect(handle.takeCompletion()).toBeNull();
    end();
    expect(await completion).toBe(result);
    expect(handle.takeCompletion()).toBeNull();
  });

  test("aborts the run and waits for its end if it is disposed unconsumed", async () => {
    const { handle, reasons, end } = await running();
    const disposing = handle[Symbol.asyncDispose]();
    expect(reasons).toEqual(["the handle was disposed"]);
    end();
    await disposing;
  });

  test("leaves the run alone if it is disposed after its completion was taken", async () => {
    const { handle, reasons } = await running();
    void handle.takeCompletion();
    await handle[Symbol.asyncDispose]();
    expect(reasons).toEqual([]);
  });

  test("aborts with a reason", async () => {
    const { handle, reasons } = await running();
    handle.abort("enough");
    expect(reasons).toEqual(["enough"]);
  });
});

describe("fork()", () => {
  test("resolves when the run is complete, with a new id each time", async () => {
    const llm = new ScriptedClient([answer, answer]);
    const params = { parent: capture(), tools: echo, directive: "x", label: "x", maxTurns: 1, timeoutMs: null, llm };
    const forks = new DefaultForkSubagent();
    await using one = await forks.fork(params);
    expect(llm.requests).toHaveLength(1);
    await using other = await forks.fork(params);
    expect(one.runId).not.toBe(other.runId);
    one.abort("too late to matter");
    expect((await one.takeCompletion())?.stop).toEqual({ cause: "completed" });
  });

  test.each([
    [{ directive: " \n" }, "directive"],
    [{ maxTurns: -1 }, "maxTurns"],
    [{ maxTurns: 1.5 }, "maxTurns"],
    [{ maxTurns: Number.NaN }, "maxTurns"],
    [{ timeoutMs: 0 }, "timeoutMs"],
    [{ timeoutMs: Number.NaN }, "timeoutMs"],
    [{ timeoutMs: 2 ** 31 }, "timeoutMs"],
    [{ overrides: { maxTokens: 0 } }, "overrides.maxTokens"],
    [{ overrides: { reminder: "" } }, "overrides.reminder"],
    [{ maxDepth: -1 }, "maxDepth"],
    [{ overrides: { model: "other" } }, "overrides.model"],
    [{ overrides: { effort: "low" } }, "overrides.effort"],
    [{ overrides: { thinking: { type: "disabled" } } }, "overrides.thinking"],
    [{ overrides: { tools: [], expectBreak: { reason: " " } } }, "overrides.expectBreak"],
    [{ overrides: { model: "other", expectBreak: { reason: "a trial" } }, parent: gemini }, "overrides.model"],
  ])("refuses %o before anything is sent", async (params, parameter) => {
    const llm = new ScriptedClient([answer], "parent" in params ? params.parent?.wire : undefined);
    await expect(runFork({ llm, ...params })).rejects.toMatchObject({ name: "ForkParamsError", parameter });
    expect(llm.requests).toEqual([]);
  });
});

/** A handle on a run that goes on until `end` is called. */
async function running(): Promise<{
  readonly handle: ForkHandle;
  readonly reasons: readonly string[];
  readonly end: () => void;
  readonly result: ForkResult;
}> {
  const result = await runFork({ llm: new ScriptedClient([answer]) });
  const reasons: string[] = [];
  const { promise, resolve } = Promise.withResolvers<ForkResult>();
  const handle = new ForkHandle({ runId: "run-1", completion: promise, abort: (reason) => reasons.push(reason) });
  return { handle, reasons, end: () => resolve(result), result };
}
