import * as fc from "fast-check";
import { expect, test } from "vitest";
import { laneOf, toMockScript } from "../../../harness/run/fork/to-mock-script.ts";
import { plainAnswer } from "../../../harness/run/fork/parent/parent-replay.ts";
import type { ScriptedMessage } from "../../../harness/scenario/provider-section.ts";

const said: ScriptedMessage = {
  kind: "message",
  waitMs: 0,
  thinking: null,
  text: "Done.",
  calls: [],
  stop: "end",
  cutAfterEvents: null,
};

const answer = fc
  .record({ waitMs: fc.constantFrom(0, 5, 60_000) })
  .map((changes): ScriptedMessage => ({ ...said, ...changes }));
const lane = fc.array(answer, { maxLength: 4 });

test("each sibling has its own lane or a copy of the fork's, and each wait has its own gate", () => {
  const siblings = fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    start: fc.constantFrom("together" as const, "after-first-byte" as const),
  });
  fc.assert(
    fc.property(lane, lane, siblings, (fork, second, { count, start }) => {
      const { lanes, waits } = toMockScript({ script: { fork, "fork[2]": second }, matchers: {} }, plainAnswer, {
        count,
        start,
      });
      expect([...lanes.keys()]).toEqual(["parent", ...Array.from({ length: count }, (_, at) => laneOf(at + 1))]);
      const held: string[] = [];
      for (const [name, steps] of lanes) {
        if (name === "parent") continue;
        const answers = name === "fork[2]" ? second : fork;
        expect(steps.length).toBe(answers.length);
        for (const [at, { hold }] of steps.entries()) {
          const waitMs = answers[at]!.waitMs;
          const isAwaited = start === "together" || (count > 1 && name === "fork");
          expect(hold !== null).toBe(waitMs > 0 || (isAwaited && at === 0));
          if (hold === null) continue;
          expect(waits?.get(hold.gate)).toBe(waitMs);
          held.push(hold.gate);
        }
      }
      expect(new Set(held).size).toBe(held.length);
      expect([...(waits?.keys() ?? [])].sort()).toEqual(held.sort());
    }),
  );
});

test("an answer has thinking, text and calls in this order, and its own stop reason", () => {
  const calls = [
    { tool: "Read", input: { path: "a" } },
    { tool: "Read", input: { path: "b" } },
  ];
  const fork: readonly ScriptedMessage[] = [
    { ...said, thinking: "Hm.", calls },
    { ...said, stop: "length" },
    { ...said, stop: "refusal", cutAfterEvents: 2 },
    said,
  ];
  const { lanes } = toMockScript({ script: { fork, parent: [said] }, matchers: {} }, plainAnswer, {
    count: 1,
    start: "together",
  });
  expect(lanes.get("fork")!.map(({ reply }) => reply.kind === "message" && reply.stopReason)).toEqual([
    "tool_use",
    "max_tokens",
    "refusal",
    "end_turn",
  ]);
  expect(lanes.get("fork")![0]!.reply).toMatchObject({
    content: [
      { type: "thinking", text: "Hm." },
      { type: "text", text: "Done." },
      { type: "call", input: { path: "a" } },
      { type: "call", input: { path: "b" } },
    ],
  });
  expect(lanes.get("fork")![2]!.cutAfterEvents).toBe(2);
  expect(lanes.get("parent")).toMatchObject([{ hold: null, reply: { content: [{ text: "Done." }] } }]);
});

test("the wire format fills in what an error does not set, and the retry time is in seconds", () => {
  const error = { kind: "error", waitMs: 0, status: 429, type: null, message: null, retryAfterMs: 1_500 } as const;
  const script = { fork: [error, { ...error, status: 500, message: "Boom", type: "odd", retryAfterMs: null }] };
  const { lanes } = toMockScript({ script, matchers: {} }, plainAnswer, { count: 1, start: "after-first-byte" });
  expect(lanes.get("fork")!.map(({ reply }) => reply)).toMatchObject([
    { status: 429, type: null, message: null, retryAfter: 1.5 },
    { status: 500, type: "odd", message: "Boom", retryAfter: null },
  ]);
  expect(lanes.get("parent")).toEqual([plainAnswer]);
});
