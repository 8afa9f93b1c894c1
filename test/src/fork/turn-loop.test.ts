import { describe, expect, test } from "vitest";
import type { ForkEvent } from "../../../src/fork/fork-event.ts";
import type { ForkStop } from "../../../src/fork/fork-result.ts";
import { contentOf, type ScriptedAnswer, type ScriptedBlock } from "../support/answers.ts";
import { calling, capture, question } from "../support/parents.ts";
import { runFork } from "../support/run-fork.ts";
import { fails, says, ScriptedClient } from "../support/scripted-client.ts";

const read: ScriptedBlock = { call: "Read", id: "t1", input: '{ "path": "a" }' };
const done: ScriptedAnswer = { blocks: [{ text: "Done." }] };

describe("the turn loop", () => {
  test("ends after one answer of text", async () => {
    const result = await runFork({ llm: new ScriptedClient([says(done)]) });
    expect(result).toMatchObject({
      runId: "run-1",
      label: "test",
      stop: { cause: "completed" },
      finalText: "Done.",
      decisions: [],
      observerFaults: [],
    });
    expect(result.turns).toEqual([
      {
        turn: 1,
        requestBytes: expect.any(Number),
        text: "Done.",
        stopReason: "end_turn",
        usage: { prompt: 1000, read: 900, write: 96, fresh: 4, output: 7 },
        hitRatio: 0.9,
        attempts: 1,
        isComplete: true,
      },
    ]);
  });

  test("answers every call of a turn in one message, in call order, on the bytes of the previous turn", async () => {
    const calls: readonly ScriptedBlock[] = [
      { text: "I look." },
      read,
      { call: "List", id: "t2", input: "{}" },
      { call: "Read", id: "t3", input: '{"path":"b"}' },
    ];
    const llm = new ScriptedClient([says({ blocks: calls }), says(done)]);
    const result = await runFork({ llm, parent: capture([question]) });
    const results =
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Read {\\"path\\":\\"a\\"}"},' +
      '{"type":"tool_result","tool_use_id":"t2","content":"List {}"},' +
      '{"type":"tool_result","tool_use_id":"t3","content":"Read {\\"path\\":\\"b\\"}"}]}';
    const [first = "", second = ""] = llm.bodies;
    const end = first.indexOf("]}]") + 2;
    expect(second).toBe(
      `${first.slice(0, end)},{"role":"assistant","content":${contentOf(calls)}},${results}${first.slice(end)}`,
    );
    expect(result.messages.map(({ turn, role, bytes }) => [turn, role, bytes.toString()])).toEqual([
      [1, "user", '{"role":"user","content":[{"type":"text","text":"Tidy up."}]}'],
      [1, "assistant", `{"role":"assistant","content":${contentOf(calls)}}`],
      [1, "user", results],
      [2, "assistant", '{"role":"assistant","content":[{"type":"text","text":"Done."}]}'],
    ]);
  });

  test("sends a paused turn back unchanged", async () => {
    const paused: ScriptedAnswer = {
      blocks: [{ raw: '{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{}}' }],
      stopReason: "pause_turn",
    };
    const llm = new ScriptedClient([says(paused), says(done)]);
    const result = await runFork({ llm });
    expect(result.stop).toEqual({ cause: "completed" });
    expect(llm.bodies[1]).toContain(`,{"role":"assistant","content":${contentOf(paused.blocks)}}]`);
  });

  test.each<[string, ScriptedAnswer, ForkStop]>([
    ["end_turn", done, { cause: "completed" }],
    ["stop_sequence", { ...done, stopReason: "stop_sequence" }, { cause: "completed" }],
    ["tool_use without a call", { ...done, stopReason: "tool_use" }, { cause: "completed" }],
    ["max_tokens", { ...done, stopReason: "max_tokens" }, { cause: "length" }],
    ["max_tokens in a call", { blocks: [read], stopReason: "max_tokens" }, { cause: "length" }],
    ["a full context", { ...done, stopReason: "model_context_window_exceeded" }, { cause: "length" }],
    ["refusal", { ...done, stopReason: "refusal" }, { cause: "refusal" }],
    ["no reason", { ...done, stopReason: null }, unknown(null)],
    ["a reason of tomorrow", { ...done, stopReason: "bored" }, unknown("bored")],
  ])("stops on %s", async (_, answer, stop) => {
    const result = await runFork({ llm: new ScriptedClient([says(answer)]) });
    expect(result.stop).toEqual(stop);
    expect(result.decisions).toEqual([]);
  });

  test("continues with calls after any stop reason that does not end the run", async () => {
    const llm = new ScriptedClient([says({ blocks: [read], stopReason: "end_turn" }), says(done)]);
    expect((await runFork({ llm })).stop).toEqual({ cause: "completed" });
  });

  test("stops at the turn limit, after the last calls have run", async () => {
    const llm = new ScriptedClient([says({ blocks: [read] }), says({ blocks: [read] })]);
    const result = await runFork({ llm, maxTurns: 2 });
    expect(result.stop).toEqual({ cause: "max_turns" });
    expect(result.decisions).toHaveLength(2);
    expect(result.finalText).toBeNull();
  });

  test("sends nothing with a limit of no turns", async () => {
    const result = await runFork({ llm: new ScriptedClient([]), maxTurns: 0 });
    expect(result).toMatchObject({
      stop: { cause: "max_turns" },
      turns: [],
      messages: [],
      finalText: null,
      firstTurnRatio: null,
      usage: { prompt: 0, read: 0, write: 0, fresh: 0, output: 0 },
    });
  });

  test("takes its final text from its own answers, never from the parent's", async () => {
    const llm = new ScriptedClient([says({ blocks: [{ text: "First I look." }, read] }), says({ blocks: [read] })]);
    expect((await runFork({ llm, maxTurns: 2 })).finalText).toBe("First I look.");
    const silent = new ScriptedClient([says({ blocks: [read] })]);
    expect((await runFork({ llm: silent, parent: capture([question, calling]), maxTurns: 1 })).finalText).toBeNull();
  });

  test("keeps the finished turns if a later request fails", async () => {
    const error = { kind: "overloaded", message: "Overloaded", status: 529, requestId: null } as const;
    const llm = new ScriptedClient([says({ blocks: [{ text: "I look." }, read] }), fails(error, 3)]);
    const result = await runFork({ llm });
    expect(result).toMatchObject({
      stop: { cause: "error", error: { kind: "provider", error } },
      finalText: "I look.",
      firstTurnRatio: 0.9,
      usage: { prompt: null, read: null, write: null, fresh: null, output: null },
    });
    expect(result.turns.map(({ isComplete, attempts }) => [isComplete, attempts])).toEqual([
      [true, 1],
      [false, 3],
    ]);
    expect(result.messages).toHaveLength(3);
  });

  test("keeps the part of an answer that arrived before it was cut", async () => {
    const llm = new ScriptedClient([
      async ({ observe }) => {
        observe({ type: "started", usage: { prompt: 1000, read: 900, write: 100, fresh: 0, output: 1 } });
        observe({ type: "text", text: "I was sa" });
        return fails({ kind: "cut-stream", message: "lost" });
      },
    ]);
    const result = await runFork({ llm });
    expect(result.turns).toMatchObject([
      {
        text: "I was sa",
        isComplete: false,
        usage: { prompt: 1000, read: 900, write: 100, fresh: 0, output: null },
        hitRatio: 0.9,
      },
    ]);
    expect(result.finalText).toBeNull();
  });

  test("contains an error that a client throws", async () => {
    const result = await runFork({ llm: new ScriptedClient([]) });
    expect(result.stop).toEqual({ cause: "error", error: { kind: "defect", message: "the script has run out" } });
  });
});

describe("an observer of a run", () => {
  test("gets the events in order", async () => {
    const seen: ForkEvent[] = [];
    const llm = new ScriptedClient([
      async ({ observe }) => {
        observe({ type: "started", usage: { prompt: 6, read: 1, write: 2, fresh: 3, output: 1 } });
        observe({ type: "text", text: "I look." });
        return says({ blocks: [{ text: "I look." }, read] });
      },
      says(done),
    ]);
    await runFork({ llm, observe: (event) => void seen.push(event) });
    expect(seen.map((event) => ("message" in event ? `${event.type} ${event.message.role}` : event.type))).toEqual([
      "message user",
      "started",
      "text",
      "turn",
      "message assistant",
      "decision",
      "message user",
      "turn",
      "message assistant",
      "ended",
    ]);
  });

  test.each([
    ["throws", () => fault("no room")],
    ["rejects", async () => fault("no room")],
  ])("that %s stops nothing and is recorded", async (_, observe) => {
    const result = await runFork({ llm: new ScriptedClient([says(done)]), observe });
    expect(result.stop).toEqual({ cause: "completed" });
    expect(result.observerFaults).toEqual(["no room", "no room", "no room", "no room"]);
  });
});

function unknown(stopReason: string | null): ForkStop {
  return { cause: "error", error: { kind: "unknown-stop-reason", stopReason } };
}

function fault(message: string): never {
  throw new Error(message);
}
