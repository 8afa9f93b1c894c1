import { expect, test } from "vitest";
import { parseScript } from "../../harness/mock/script/parse-script.ts";

const laneOf = (script: unknown, lane = "fork"): unknown => parseScript(script).lanes.get(lane);
const plain = { hold: null, cutAfterEvents: null };

test("a plain list becomes the fork's lane", () => {
  expect([...parseScript([{ text: "a" }]).lanes.keys()]).toEqual(["fork"]);
  expect([...parseScript({ parent: [], "fork[2]": [{ text: "a" }] }).lanes.keys()]).toEqual(["parent", "fork[2]"]);
});

test("text, thinking and calls become one message", () => {
  expect(laneOf([{ call: { Bash: { command: "ls" } }, thinking: "Hm.", text: "Look." }])).toEqual([
    {
      reply: {
        kind: "message",
        content: [
          { type: "thinking", text: "Hm." },
          { type: "text", text: "Look." },
          { type: "call", tool: "Bash", input: { command: "ls" } },
        ],
        stopReason: "tool_use",
      },
      ...plain,
    },
  ]);
});

test("several calls, also of one tool, keep their order", () => {
  const step = { calls: [{ Read: { path: "a" } }, { Read: { path: "b" } }, { Stop: null }] };
  expect(laneOf([step])).toMatchObject([
    {
      reply: {
        content: [
          { tool: "Read", input: { path: "a" } },
          { tool: "Read", input: { path: "b" } },
          { tool: "Stop", input: {} },
        ],
      },
    },
  ]);
});

test("errors take type and message from their status", () => {
  expect(
    laneOf([{ error: { status: 529 } }, { error: { status: 429, message: "Slow down.", retryAfter: 7 } }]),
  ).toEqual([
    {
      reply: { kind: "error", status: 529, type: null, message: null, retryAfter: null },
      ...plain,
    },
    { reply: { kind: "error", status: 429, type: null, message: "Slow down.", retryAfter: 7 }, ...plain },
  ]);
});

test("a step may be a length, a refusal, a cut or a wait", () => {
  expect(laneOf([{ length: "And" }, { refusal: true }, { refusal: "No." }])).toMatchObject([
    { reply: { content: [{ text: "And" }], stopReason: "max_tokens" } },
    { reply: { content: [], stopReason: "refusal" } },
    { reply: { content: [{ text: "No." }], stopReason: "refusal" } },
  ]);
  expect(
    laneOf([
      { text: "a", cut: { afterEvents: 3 } },
      { text: "a", wait: "go" },
    ]),
  ).toMatchObject([
    { cutAfterEvents: 3, hold: null },
    { cutAfterEvents: null, hold: { gate: "go", afterEvents: 0 } },
  ]);
  expect(laneOf([{ text: "a", wait: { gate: "go", afterEvents: 2 } }])).toMatchObject([
    { hold: { gate: "go", afterEvents: 2 } },
  ]);
});

test("scenarios may write calls in a list, a bare status, durations and a number of events", () => {
  const { lanes, waits } = parseScript({
    "fork[12]": [
      { call: [{ Read: { path: "a" } }, { Read: { path: "b" } }] },
      { error: 529, wait: "2m" },
      { error: { status: 429, retryAfter: "90s" } },
      { text: "a", cut: 3 },
    ],
  });
  expect(lanes.get("fork[12]")).toMatchObject([
    { reply: { content: [{ input: { path: "a" } }, { input: { path: "b" } }] } },
    { reply: { status: 529 }, hold: { gate: "script.fork[12][1].wait", afterEvents: 0 } },
    { reply: { retryAfter: 90 }, hold: null },
    { cutAfterEvents: 3 },
  ]);
  expect([...(waits ?? [])]).toEqual([["script.fork[12][1].wait", 120_000]]);
});

test.each([
  ["a text", "script"],
  [{ frok: [] }, "script.frok"],
  [{ "fork[1]": [] }, "script.fork[1]"],
  [{ fork: { text: "a" } }, "script.fork"],
  [["a"], "script[0]"],
  [[{ txt: "a" }], "script[0].txt"],
  [[{}], "script[0]"],
  [[{ text: "" }], "script[0].text"],
  [[{ text: "a" }, { call: ["Bash"] }], "script[1].call[0]"],
  [[{ call: { Bash: "ls" } }], "script[0].call.Bash"],
  [[{ calls: { Bash: {} } }], "script[0].calls"],
  [[{ length: "a", call: { Bash: {} } }], "script[0]"],
  [[{ error: { status: 200 } }], "script[0].error.status"],
  [[{ error: { status: 529 }, text: "a" }], "script[0].text"],
  [[{ error: { status: 529, retryAfter: -1 } }], "script[0].error.retryAfter"],
  [[{ text: "a", wait: 3 }], "script[0].wait"],
  [[{ text: "a", cut: true }], "script[0].cut"],
])("the script %j is refused at its place", (script, where) => {
  expect(() => parseScript(script)).toThrow(expect.objectContaining({ code: "HX141", where, exit: 2 }));
});

test.each<readonly [step: unknown, fix: string]>([
  [{ calls: [{ tool: "read_note", input: { page: 1 } }] }, "call: { read_note: { page: 1 } }"],
  [{ call: { name: "read_note", arguments: { page: 1 } } }, "call: { read_note: { page: 1 } }"],
  [{ call: "read_note" }, "call: { read_note: {} }"],
  [{ tool_calls: [{ function: { name: "read_note", arguments: "{}" } }] }, "call: { read_note: {} }"],
  [{ tool_use: { name: "read_note", input: {} } }, "Did you mean `call`, as in call: { read_note: {} }?"],
  [{ content: "Done." }, "Did you mean `text`?"],
  [{ status: 529 }, "Did you mean `error`?"],
  ["Done.", 'Write { text: "Done." }.'],
])("the step %j, written as for another tool, gets an error that shows the right form", (step, fix) => {
  expect(() => parseScript([step])).toThrow(
    expect.objectContaining({ code: "HX141", fix: expect.stringContaining(fix) }),
  );
});
