import { expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const judged = (wire: DialectName, parent: string, child: string): Judgement =>
  judge({ parent: wireExchange(wire, parent), child: wireExchange(wire, child, "2") });

const called = `"tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":"{}"}}]`;
const messages = (list: string): string => `{"messages":[${list}]}`;
const contents = (list: string): string => `{"contents":[${list}]}`;

const WIRES: readonly DialectName[] = [
  "anthropic-messages",
  "openai-chat",
  "openai-responses",
  "gemini-generate",
  "bedrock-converse",
];

const answers: Readonly<Record<string, (output: string) => string>> = {
  "anthropic-messages": (output) =>
    messages(
      `{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":${output}}]},{"role":"user","content":"z"}`,
    ),
  "openai-chat": (output) =>
    messages(
      `{"role":"user","content":"go"},{"role":"assistant",${called}},{"role":"tool","tool_call_id":"1","content":${output}},{"role":"user","content":"z"}`,
    ),
  "openai-responses": (output) =>
    `{"input":[{"role":"user","content":"go"},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":${output}},{"role":"user","content":"z"}]}`,
  "gemini-generate": (output) =>
    contents(
      `{"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":${output}}}}]},{"role":"user","parts":[{"text":"z"}]}`,
    ),
  "bedrock-converse": (output) =>
    messages(
      `{"role":"user","content":[{"text":"go"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"f","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"text":${output}}]}}]},{"role":"user","content":[{"text":"z"}]}`,
    ),
};
const wires = Object.entries(answers).flatMap(([name, body]) => {
  const wire = WIRES.find((each) => each === name);
  return wire === undefined ? [] : [[wire, body] as const];
});

test.each(wires)("a tool result on %s counts as pruned only if it became shorter", (wire, body) => {
  const codes = (before: string, after: string): readonly string[] =>
    judged(wire, body(JSON.stringify(before)), body(JSON.stringify(after)))
      .findings.filter(({ role }) => role === "cause")
      .map(({ code }) => code);
  const long = "export function add(a, b) {\n  return a + b;\n}\n";
  expect(codes(long, "[old]")).toEqual(["CB406"]);
  expect(codes("exit 0", "exit 1")).toEqual(["CB405"]);
  expect(codes("exit 0", "quite another thing was said")).toEqual(["CB405"]);
  expect(codes("one", `one\n${long}`)).toEqual(["CB405"]);
  expect(codes("12 files were found here", "9 files were found here")).toEqual(["CB405"]);
});
