import { expect, test } from "vitest";
import { openRecording } from "../../../harness/cassette/open-recording.ts";
import type { Exchange } from "../../../harness/kernel/exchange.ts";
import { plainAnswer, replayOf } from "../../../harness/run/fork/parent/parent-replay.ts";
import { fixtureExchange, withBody } from "../../support/fixture-body.ts";

const parents = openRecording("fixtures/cassettes/scripted-parent");

test("a recorded request is replayed as it is, and answered as by its model", async () => {
  const parent = parents.load("handing-out");
  const { request, answer, holdsAnswer } = await replayOf(parent);
  expect(request).toBe(parent.request);
  expect(holdsAnswer).toBe(false);
  expect(answer.reply).toMatchObject({
    content: [{ type: "text" }, { type: "call", tool: "task" }, { type: "call" }, { type: "call" }],
    stopReason: "tool_use",
  });
});

test("a parent that many jobs fork is prepared once", async () => {
  const parent = parents.load("handing-out-open");
  const [first, again] = [await replayOf(parent), await replayOf(parent)];
  expect(again.request).toBe(first.request);
  const changed = withBody(parent, parents.load("handing-out").request.toString());
  expect((await replayOf(changed)).request).toBe(changed.request);
});

test("a replayed answer keeps its thinking", async () => {
  expect((await replayOf(parents.load("reading-2"))).answer.reply).toMatchObject({
    content: [{ type: "thinking" }, { type: "call" }, { type: "call", input: { notes: false } }],
  });
});

test("a history that ends in open calls is cut before them, byte for byte, and they become its answer", async () => {
  const [sent, open] = [parents.load("handing-out"), parents.load("handing-out-open")];
  const replay = await replayOf(open);
  expect(replay.request.equals(sent.request)).toBe(true);
  expect(replay).toMatchObject({ answer: (await replayOf(sent)).answer, holdsAnswer: true });
});

test("the last message is removed wherever it is in the body", async () => {
  const pretty = JSON.stringify(
    {
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "n", input: {} }] },
      ],
      model: "claude-sonnet-4-5",
      max_tokens: 1,
    },
    null,
    2,
  );
  const { request } = await replayOf(withBody(fixtureExchange("parent"), pretty));
  expect(JSON.parse(request.toString())).toMatchObject({ messages: [{ content: "a" }], max_tokens: 1 });
});

test.for<readonly [string, Exchange["response"]]>([
  ["no response", null],
  ["an error", { status: 529, contentType: "application/json", body: Buffer.from("{}"), usageIsReal: false }],
  [
    "a cut stream",
    { status: 200, contentType: "text/event-stream", body: Buffer.from("event: m"), usageIsReal: false },
  ],
])("a recording with %s gets a plain answer", async ([, response]) => {
  expect((await replayOf({ ...parents.load("brief"), response })).answer).toBe(plainAnswer);
});

test("a replay refuses invalid JSON and a request to another endpoint", async () => {
  const parent = parents.load("brief");
  await expect(replayOf(withBody(parent, "{"))).rejects.toMatchObject({ code: "HX250" });
  const vectors = { ...withBody(parent, '{"model":"gpt-5","input":["a"]}'), path: "/v1/embeddings" };
  await expect(replayOf(vectors)).rejects.toMatchObject({ code: "HX198", exit: 2 });
});
