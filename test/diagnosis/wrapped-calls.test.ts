import { describe, expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { judged } from "../support/judged.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import { rolesOf } from "./judge-example.ts";
import { type Message, wireWords } from "./wire-words.ts";

/** Wires that wrap a call and its result in a member of the block. */
const wires = { "gemini-generate": wireWords.gemini, "bedrock-converse": wireWords.converse } as const;

const { converse } = wireWords;
const end = (words: typeof converse): readonly Message[] => [words.model("All done."), words.user("Go on.")];

type Row = readonly [
  what: string,
  wire: keyof typeof wires,
  parent: (words: typeof converse) => readonly Message[],
  child: (words: typeof converse) => readonly Message[],
  expected: readonly string[],
];

const typed = (id: string): Message => ({
  role: "assistant",
  content: [{ toolUse: { toolUseId: id, name: "nova_grounding", input: {}, type: "server_tool_use" } }],
});

const rows: readonly Row[] = [
  ...(["gemini-generate", "bedrock-converse"] as const).flatMap((wire): readonly Row[] => [
    [
      "other ids",
      wire,
      (w) => [w.user("a"), w.call("c1", {}), w.answer("c1", "x")],
      (w) => [w.user("a"), w.call("c2", {}), w.answer("c2", "x"), ...end(w)],
      ["CB410 cause"],
    ],
    [
      "an open call that went",
      wire,
      (w) => [w.user("a"), w.model("b"), w.user("c"), w.call("c1", {})],
      (w) => [w.user("a"), w.model("b"), w.user("c"), ...end(w)],
      ["CB417 cause"],
    ],
    [
      "a summary in place of the history",
      wire,
      (w) => [w.user("What is there?"), w.model("Two files."), w.user("Which are they?"), w.model("These.")],
      (w) => [w.user("So far files were listed, and one was read."), w.model("Understood.")],
      ["CB416 cause"],
    ],
  ]),
  [
    "a result without its call",
    "bedrock-converse",
    (w) => [w.user("a")],
    (w) => [w.user("a"), w.model("b"), w.answer("c9", "x")],
    ["CB418 invalid"],
  ],
  [
    "a call without its result",
    "bedrock-converse",
    (w) => [w.user("a")],
    (w) => [w.user("a"), w.call("c1", {}), w.user("b")],
    ["CB419 invalid"],
  ],
  [
    "a call of the provider's own",
    "bedrock-converse",
    (w) => [w.user("a")],
    (w) => [w.user("a"), typed("c1"), w.user("b")],
    [],
  ],
  [
    "a call that is answered",
    "bedrock-converse",
    (w) => [w.user("a")],
    (w) => [w.user("a"), w.call("c1", {}), w.answer("c1", "x")],
    [],
  ],
];

test.each(rows)("the rules understand wrapped calls: %s on %s", (_, wire, parent, child, expected) => {
  const body = (messages: readonly Message[]): string =>
    JSON.stringify(wire === "gemini-generate" ? { contents: messages } : { messages });
  const sent = (id: string, messages: readonly Message[], dialect: DialectName = wire) =>
    wireExchange(dialect, body(messages), id);
  const words = wires[wire];
  const { findings } = judge({ parent: sent("1", parent(words)), child: sent("2", child(words)) });
  expect(rolesOf(findings.filter(({ role }) => role !== "note"))).toEqual(expected);
});

describe("Gemini's calls and results are paired by their number", () => {
  const call = { functionCall: { name: "f", args: {} } };
  const answer = { functionResponse: { name: "f", response: {} } };
  const ran = [{ executableCode: { code: "1" } }, { codeExecutionResult: { output: "1" } }];
  const user = (...parts: readonly object[]): object => ({ role: "user", parts });
  const model = (...parts: readonly object[]): object => ({ role: "model", parts });
  const hi = user({ text: "hi" });

  test.each<readonly [string, readonly object[], readonly (readonly [code: string, pointer: string])[]]>([
    ["as many results as calls", [hi, model(call, call), user(answer, answer)], []],
    [
      "results under the older role",
      [hi, model(call), { role: "function", parts: [answer] }, user({ text: "go" })],
      [],
    ],
    ["code that the provider ran", [hi, model(...ran), user({ text: "go" })], []],
    ["names in snake case", [hi, model({ function_call: call }), user({ function_response: answer })], []],
    ["a result too few", [hi, model(call, call), user(answer)], [["CB419", "/contents/1/parts/1"]]],
    ["a result too many", [hi, model(call), user(answer, answer)], [["CB418", "/contents/2/parts/1"]]],
    ["a result behind a word", [hi, model({ text: "no" }), user(answer)], [["CB418", "/contents/2/parts/0"]]],
    ["a call at the end", [hi, model({ text: "So" }, call)], [["CB419", "/contents/1/parts/1"]]],
  ])("for %s", (_, contents, expected) => {
    const { findings } = judged("gemini-generate", { contents: [hi] }, { contents });
    const invalid = findings.filter(({ role }) => role === "invalid");
    expect(invalid.map(({ code, pointer }) => [code, pointer])).toEqual(expected);
  });

  test("and may stand in the cached contents that a request names", () => {
    const request = { cachedContent: "cachedContents/1", contents: [user(answer)] };
    const { findings } = judged("gemini-generate", request, request);
    expect(findings.filter(({ role }) => role === "invalid")).toEqual([]);
  });
});
