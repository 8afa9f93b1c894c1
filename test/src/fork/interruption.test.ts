import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import type { ToolDispatcher } from "../../../src/fork/tool-dispatcher.ts";
import { AnthropicClient } from "../../../src/providers/anthropic/anthropic-client.ts";
import { streamedAnswer, type ScriptedAnswer } from "../support/answers.ts";
import { closedGate, type Gate } from "../support/gate.ts";
import { runFork } from "../support/run-fork.ts";
import { ScriptedProvider, streamReply } from "../support/scripted-provider.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { VirtualTimer } from "../support/virtual-timer.ts";

const calls: ScriptedAnswer = { blocks: [{ text: "I look." }, { call: "Read", id: "t1", input: "{}" }] };
const never = new Promise<never>(() => undefined);

/** Lets a run reach a point, then interrupts it there. `interrupt` and the expected stop cause are one pair. */
const interruptions = [
  {
    by: "the caller's signal",
    params: {},
    stop: { cause: "aborted", reason: "enough" },
    interrupt: (controller: AbortController) => controller.abort(new Error("enough")),
  },
  {
    by: "the clock",
    params: { timeoutMs: 300_000 },
    stop: { cause: "timeout", timeoutMs: 300_000 },
    interrupt: (_: AbortController, timer: VirtualTimer) => timer.advance(300_000),
  },
] as const;

describe.each(interruptions)("a run interrupted by $by", ({ params, stop, interrupt }) => {
  async function interruptedAt(reached: Gate, run: Pick<ForkParams, "llm"> & Partial<ForkParams>): Promise<ForkResult> {
    const controller = new AbortController();
    const timer = new VirtualTimer();
    const running = runFork({ ...run, ...params, signal: controller.signal }, { startTimer: timer.start });
    await reached.opened;
    interrupt(controller, timer);
    const result = await running;
    expect(timer.pending).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    return result;
  }

  test("ends the exchange while the provider is silent", async () => {
    await using provider = await ScriptedProvider.start([streamReply([closedGate()])]);
    const reached = closedGate();
    const running = interruptedAt(reached, { llm: clientOf(provider) });
    await provider.arrival(1);
    reached.open();
    expect(await running).toMatchObject({ stop, turns: [{ turn: 1, text: "", isComplete: false, attempts: null }] });
    await provider.requests[0]?.abandoned;
  });

  test("keeps the text so far while the answer streams", async () => {
    const chunks = streamedAnswer({ blocks: [{ text: "Half a word" }] }).slice(0, 3);
    await using provider = await ScriptedProvider.start([streamReply([...chunks, closedGate()])]);
    const reached = closedGate();
    const result = await interruptedAt(reached, {
      llm: clientOf(provider),
      observe: ({ type }) => (type === "text" ? reached.open() : undefined),
    });
    expect(result).toMatchObject({
      stop,
      finalText: null,
      turns: [{ text: "Half a wor", isComplete: false, usage: { read: 900, write: 96, fresh: 4, output: null } }],
    });
    await provider.requests[0]?.abandoned;
  });

  test("aborts the tool's signal while a tool runs", async () => {
    const reached = closedGate();
    const signals: AbortSignal[] = [];
    const tools: ToolDispatcher = {
      dispatch: (_, signal) => {
        signals.push(signal);
        reached.open();
        return never;
      },
    };
    const result = await interruptedAt(reached, { llm: new ScriptedClient([says(calls)]), tools });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(result).toMatchObject({ stop, finalText: "I look.", decisions: [{ tool: "Read", decision: "allow" }] });
    expect(result.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("records no decision while the filter is deciding", async () => {
    const reached = closedGate();
    const filter = {
      name: "slow",
      decide: () => {
        reached.open();
        return never;
      },
    };
    const result = await interruptedAt(reached, { llm: new ScriptedClient([says(calls)]), filter });
    expect(result).toMatchObject({ stop, decisions: [] });
  });

  test("ends even if the client ignores the signal, and ignores the client from then on", async () => {
    const reached = closedGate();
    const late = closedGate();
    const seen: string[] = [];
    const llm = new ScriptedClient([
      async ({ observe }) => {
        reached.open();
        await late.opened;
        observe({ type: "text", text: "too late" });
        throw new Error("too late");
      },
    ]);
    const result = await interruptedAt(reached, { llm, observe: ({ type }) => void seen.push(type) });
    late.open();
    await Promise.resolve();
    expect(result).toMatchObject({ stop, turns: [{ text: "" }] });
    expect(seen).toEqual(["message", "turn", "ended"]);
  });
});

describe("a run", () => {
  test("sends nothing if its signal aborts before it begins", async () => {
    const llm = new ScriptedClient([]);
    const result = await runFork({ llm, signal: AbortSignal.abort("never mind") });
    expect(result).toMatchObject({ stop: { cause: "aborted", reason: "never mind" }, turns: [], messages: [] });
    expect(llm.requests).toEqual([]);
  });

  test("never aborts its caller, neither by its time limit nor by its end", async () => {
    const controller = new AbortController();
    const timer = new VirtualTimer();
    const reached = closedGate();
    const llm = new ScriptedClient([
      () => {
        reached.open();
        return never;
      },
    ]);
    const running = runFork({ llm, signal: controller.signal, timeoutMs: 1 }, { startTimer: timer.start });
    await reached.opened;
    timer.advance(1);
    expect((await running).stop).toEqual({ cause: "timeout", timeoutMs: 1 });
    expect(controller.signal.aborted).toBe(false);
  });

  test("interrupted twice stops for the first cause", async () => {
    const controller = new AbortController();
    const timer = new VirtualTimer();
    const reached = closedGate();
    const llm = new ScriptedClient([
      () => {
        reached.open();
        return never;
      },
    ]);
    const running = runFork({ llm, signal: controller.signal, timeoutMs: 1 }, { startTimer: timer.start });
    await reached.opened;
    timer.advance(1);
    controller.abort("later");
    expect((await running).stop).toEqual({ cause: "timeout", timeoutMs: 1 });
  });

  test("stops its clock if it ends in time", async () => {
    const timer = new VirtualTimer();
    const llm = new ScriptedClient([says({ blocks: [{ text: "Done." }] })]);
    const result = await runFork({ llm, timeoutMs: 1000 }, { startTimer: timer.start });
    expect(result.stop).toEqual({ cause: "completed" });
    expect(timer.pending).toBe(0);
  });
});

function clientOf({ baseUrl }: ScriptedProvider): AnthropicClient {
  return new AnthropicClient({ apiKey: "sk-test", baseUrl });
}
