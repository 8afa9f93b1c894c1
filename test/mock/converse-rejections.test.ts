import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const CONVERSE = "/model/us.anthropic.claude-sonnet-4-5-20250929-v1:0/converse";

const begins = { role: "user", content: [{ text: "Hello." }] };
const converse = (...messages: readonly Json[]): Json => ({
  messages,
  toolConfig: { tools: [{ toolSpec: { name: "t", inputSchema: { json: {} } } }] },
});
const uses = (...ids: readonly string[]): Json => ({
  role: "assistant",
  content: ids.map((toolUseId) => ({ toolUse: { toolUseId, name: "Read", input: {} } })),
});
const results = (...ids: readonly string[]): Json => ({
  role: "user",
  content: ids.map((toolUseId) => ({ toolResult: { toolUseId, content: [{ text: "ok" }] } })),
});

describe("Bedrock's Converse", () => {
  /** Converse's error body is a message alone; its name is a header. */
  test.each([
    ["an assistant first", converse(uses("a")), /must start with a user message/],
    ["two users in a row", converse(begins, begins), /must alternate between user and assistant roles/],
    [
      "a call without its result",
      converse(begins, uses("tooluse_a", "tooluse_b"), results("tooluse_a")),
      /^Expected toolResult blocks at messages\.2\.content for the following Ids: tooluse_b$/,
    ],
    ["a call at the end", converse(begins, uses("tooluse_a")), /Expected toolResult blocks at messages\.2\.content/],
    ["a result without its call", converse(results("tooluse_a")), /messages\.0\.content exceeds the number of toolUse/],
    ["blank text", converse({ role: "user", content: [{ text: "" }] }), /messages\.0\.content\.0 is blank/],
    ["no tools", { messages: [begins, uses("a"), results("a")] }, /toolConfig field must be defined/],
    [
      "five cache points",
      converse({
        role: "user",
        content: [1, 2, 3, 4, 5].flatMap((at) => [{ text: `${at}` }, { cachePoint: { type: "default" } }]),
      }),
      /^A maximum of 4 blocks with cache_control may be provided\. Found 5\.$/,
    ],
  ])("refuses %s", async (_name, body, message) => {
    const refused = await askWire().ask(CONVERSE, body);
    expect([refused.status, refused.headers.get("x-amzn-errortype")]).toEqual([400, "ValidationException"]);
    expect(refused.json["message"]).toMatch(message);
  });

  test("refuses a request without a signature, and an unknown model", async () => {
    const { ask } = askWire();
    expect((await ask(CONVERSE, converse(begins), {})).status).toBe(403);
    const strange = await ask("/model/no-such-model/converse", converse(begins));
    expect([strange.status, strange.json["message"]]).toEqual([400, "The provided model identifier is invalid."]);
  });

  test("accepts a line feed as text", async () => {
    const taken = converse({ role: "user", content: [{ text: "\n" }, { text: "Hello." }] });
    expect((await askWire().ask(CONVERSE, taken)).status).toBe(200);
  });

  test("accepts results in any order", async () => {
    const taken = converse(begins, uses("a", "b"), results("b", "a"));
    expect(await askWire().ask(CONVERSE, taken)).toMatchObject({ status: 200, json: { stopReason: "end_turn" } });
  });
});
