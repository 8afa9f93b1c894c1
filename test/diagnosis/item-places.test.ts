import { expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const judged = (wire: DialectName, parent: string, child: string): Judgement =>
  judge({ parent: wireExchange(wire, parent), child: wireExchange(wire, child, "2") });

const input = (item: object): string =>
  JSON.stringify({ input: [{ role: "user", content: "a" }, item, { role: "user", content: "b" }] });
const call = { type: "function_call", call_id: "c", name: "f", arguments: `{"a":1}` };

test.each<readonly [string, object, object, string]>([
  ["its arguments", call, { ...call, arguments: `{"a":2}` }, "/input/1/arguments"],
  ["another sort of item", call, { type: "message", role: "user", content: "x" }, "/input/1/type"],
  ["another sort of call", call, { ...call, type: "custom_tool_call" }, "/input/1/type"],
  ["a call for its output", call, { type: "function_call_output", call_id: "c", output: "x" }, "/input/1/type"],
  [
    "a summary",
    { type: "reasoning", id: "r1", summary: [{ type: "summary_text", text: "abc" }] },
    { type: "reasoning", id: "r2", summary: [{ type: "summary_text", text: "abd" }] },
    "/input/1/summary/0/text",
  ],
  ["a member that went", call, { type: "function_call", call_id: "c", name: "f" }, "/input/1"],
])("the divergence has the place at which an input item differs: %s", (_, before, after, at) => {
  expect(judged("openai-responses", input(before), input(after)).divergence).toMatchObject({
    pointer: "/input/1",
    at,
  });
  expect(judged("openai-responses", input(after), input(before)).divergence).toMatchObject({ at });
});

test("a tool result that is split into other parts is CB408", () => {
  const answer = { type: "function_call_output", call_id: "c", output: "one two" };
  const output = ["one ", "two"].map((text) => ({ type: "input_text", text }));
  const parts = (answered: object): string =>
    JSON.stringify({ input: [{ role: "user", content: "a" }, call, answered] });
  const { findings } = judged("openai-responses", parts(answer), parts({ ...answer, output }));
  expect(findings).toMatchObject([{ code: "CB408", role: "cause", pointer: "/input/2" }]);
});
