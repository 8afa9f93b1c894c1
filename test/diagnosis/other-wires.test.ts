import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf, rolesOf } from "./judge-example.ts";
import { answered, called, chat, converse, fn, gemini, item, output, responses, say } from "./wire-bodies.ts";

/** Rules look at the same evidence whatever the wire; here is what each wire spells in its own way. */
type Row = readonly [name: string, path: string, parent: object, child: object, findings: readonly string[]];

const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";
const GEMINI = "/v1beta/models/gemini-3-pro:generateContent";
const CONVERSE = "/model/anthropic.claude-sonnet-4-5/converse";
const ANSWER = { role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] };

const rows: readonly Row[] = [
  ["Chat: a tool", CHAT, chat([], [fn("a"), fn("b")]), chat([say("go")], [fn("b")]), ["CB202 cause"]],
  ["Chat: a schema", CHAT, chat([], [fn("a")]), chat([say("go")], [fn("a", { title: "t" })]), ["CB204 cause"]],
  [
    "Chat: the role of the system prompt",
    CHAT,
    { model: "gpt-5.5", messages: [{ role: "system", content: "You review." }, say("hi")] },
    { model: "gpt-5.5", messages: [{ role: "developer", content: "You review." }, say("hi"), say("go")] },
    ["CB301 cause"],
  ],
  [
    "Chat: a space behind the system prompt",
    CHAT,
    { model: "gpt-5.5", messages: [{ role: "system", content: "You review." }, say("hi")] },
    { model: "gpt-5.5", messages: [{ role: "system", content: "You review. " }, say("hi"), say("go")] },
    ["CB301 cause"],
  ],
  [
    "Converse: a space behind the system prompt",
    CONVERSE,
    { ...converse("x"), system: [{ text: "You review." }] },
    { ...converse("x"), system: [{ text: "You review. " }] },
    ["CB301 cause"],
  ],
  [
    "Chat: the frame of the system prompt in another order",
    CHAT,
    { model: "gpt-5.5", messages: [{ role: "system", name: "a", content: "You review." }, say("hi")] },
    { model: "gpt-5.5", messages: [{ name: "a", role: "system", content: "You review." }, say("hi")] },
    ["CB420 cause"],
  ],
  [
    "Chat: a system message that holds nothing",
    CHAT,
    { model: "gpt-5.5", messages: [{ role: "system", content: null }, say("hi")] },
    { model: "gpt-5.5", messages: [{ role: "developer", content: null }, say("hi"), say("go")] },
    ["CB301 cause"],
  ],
  [
    "Chat: a history that begins later under the same system prompt",
    CHAT,
    chat([{ role: "assistant", content: "a" }, say("b"), { role: "assistant", content: "c" }]),
    chat([{ role: "assistant", content: "c" }, say("go")], [], false),
    ["CB401 cause"],
  ],
  [
    "Gemini: the role of the system instruction",
    GEMINI,
    { ...gemini([]), systemInstruction: { parts: [{ text: "You review." }] } },
    { ...gemini([]), systemInstruction: { role: "system", parts: [{ text: "You review." }] } },
    ["CB301 cause"],
  ],
  [
    "Chat: ids of calls and results",
    CHAT,
    chat([called("c1", '{"a":1}'), answered("c1", "x")]),
    chat([called("c9", '{"a":1}'), answered("c9", "x"), say("go")]),
    ["CB410 cause"],
  ],
  [
    "Chat: arguments as text",
    CHAT,
    chat([called("c1", '{"a":1,"b":2}'), answered("c1", "x")]),
    chat([called("c1", '{"b": 2, "a": 1}'), answered("c1", "x"), say("go")]),
    ["CB411 cause"],
  ],
  [
    "Chat: emptied arguments",
    CHAT,
    chat([called("c1", '{"a":1}'), answered("c1", "x")]),
    chat([called("c1", "{}"), answered("c1", "x"), say("go")]),
    ["CB412 cause"],
  ],
  [
    "Chat: a pruned result",
    CHAT,
    chat([called("c1", "{}"), answered("c1", "many words ".repeat(30))]),
    chat([called("c1", "{}"), answered("c1", "[cut]"), say("go")]),
    ["CB406 cause"],
  ],
  [
    "Chat: reasoning that a vendor wants back",
    CHAT,
    chat([{ role: "assistant", content: "b", reasoning_content: "because" }]),
    chat([{ role: "assistant", content: "b" }, say("go")]),
    ["CB413 cause"],
  ],
  [
    "Gemini: the signature of a call's thought",
    GEMINI,
    gemini([{ role: "model", parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: "abc" }] }, ANSWER]),
    gemini([{ role: "model", parts: [{ functionCall: { name: "f", args: {} } }] }, ANSWER]),
    ["CB413 cause"],
  ],
  ["Chat: a call without a result", CHAT, chat([]), chat([called("c1", "{}"), say("go")]), ["CB419 invalid"]],
  ["Chat: a result without a call", CHAT, chat([]), chat([answered("c1", "x")]), ["CB418 invalid"]],
  [
    "Chat: effort",
    CHAT,
    { ...chat([]), reasoning_effort: "high" },
    { ...chat([]), reasoning_effort: "low" },
    ["CB103 cause"],
  ],
  ["Chat: an explicit default", CHAT, { ...chat([]), parallel_tool_calls: true, tool_choice: "auto" }, chat([]), []],
  ["Chat: a format", CHAT, chat([]), { ...chat([]), response_format: { type: "json_object" } }, ["CB107 cause"]],
  [
    "Chat: a cache key",
    CHAT,
    { ...chat([]), prompt_cache_key: "a" },
    { ...chat([]), prompt_cache_key: "b" },
    ["CB601 cause"],
  ],
  ["Chat: web search as an option", CHAT, chat([]), { ...chat([]), web_search_options: {} }, ["CB109 cause"]],
  [
    "Responses: instructions hold a clock",
    RESPONSES,
    responses([], { instructions: "Be brief. Now: 09:30:01" }),
    responses([], { instructions: "Be brief. Now: 09:31:55" }),
    ["CB302 cause"],
  ],
  [
    "Responses: a reasoning item",
    RESPONSES,
    responses([{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "abc" }, item("assistant", "b")]),
    responses([item("assistant", "b"), item("user", "go")]),
    ["CB413 cause"],
  ],
  [
    "Responses: ids of items are no prompt",
    RESPONSES,
    responses([{ type: "function_call", id: "fc_1", call_id: "c1", name: "a", arguments: "{}" }, output("c1", "x")]),
    responses([{ type: "function_call", id: "fc_2", call_id: "c1", name: "a", arguments: "{}" }, output("c1", "x")]),
    [],
  ],
  [
    "Responses: an open call went",
    RESPONSES,
    responses([item("user", "hi"), { type: "function_call", call_id: "c1", name: "a", arguments: "{}" }]),
    responses([item("user", "hi"), item("user", "go")]),
    ["CB417 cause"],
  ],
  [
    "Responses: results may stand behind other items",
    RESPONSES,
    responses([]),
    responses([
      { type: "function_call", call_id: "c1", name: "a", arguments: "{}" },
      { type: "function_call", call_id: "c2", name: "a", arguments: "{}" },
      output("c2", "y"),
      output("c1", "x"),
    ]),
    [],
  ],
  [
    "Responses: verbosity",
    RESPONSES,
    responses([], { text: { verbosity: "medium" } }),
    responses([], { text: { verbosity: "low" } }),
    ["CB107 cause"],
  ],
  [
    "Gemini: a declaration",
    GEMINI,
    gemini([], [{ functionDeclarations: [{ name: "a" }, { name: "b" }] }]),
    gemini([], [{ functionDeclarations: [{ name: "a" }] }]),
    ["CB202 cause"],
  ],
  [
    "Gemini: arguments",
    GEMINI,
    gemini([{ role: "model", parts: [{ functionCall: { name: "a", args: { x: 1, y: 2 } } }] }, ANSWER]),
    gemini([{ role: "model", parts: [{ functionCall: { name: "a", args: { y: 2, x: 1 } } }] }, ANSWER]),
    ["CB411 cause"],
  ],
  [
    "Gemini: a tool of the provider's",
    GEMINI,
    gemini([], [{ googleSearch: {} }, { functionDeclarations: [{ name: "a" }] }]),
    gemini([], [{ functionDeclarations: [{ name: "a" }] }]),
    ["CB109 cause"],
  ],
  [
    "Gemini: another cached content",
    GEMINI,
    { ...gemini([]), cachedContent: "cachedContents/a" },
    { ...gemini([]), cachedContent: "cachedContents/b" },
    ["CB601 cause"],
  ],
  [
    "Converse: a member next to a tool's specification",
    CONVERSE,
    { ...converse("x"), toolConfig: { tools: [{ toolSpec: { name: "a" } }] } },
    { ...converse("x"), toolConfig: { tools: [{ toolSpec: { name: "a" }, strict: true }] } },
    ["CB208 cause"],
  ],
  ["Converse: a tool result", CONVERSE, converse("many words ".repeat(30)), converse("[cut]"), ["CB406 cause"]],
];

test.each(rows)("the rules find the expected causes: %s", (_name, path, parent, child, expected) => {
  const judgement = judge({
    parent: exchangeOf("parent", JSON.stringify(parent), { path }),
    child: exchangeOf("child", JSON.stringify(child), { path }),
  });
  expect(judgement.verdict).not.toBe("not-comparable");
  expect(rolesOf(judgement.findings.filter(({ role }) => role !== "note"))).toEqual(expected);
});

test.each([
  ["previous_response_id", "a response that is not recorded"],
  ["conversation", "a conversation that the provider keeps"],
])("a request that continues a %s is not judged on its delta", (name, what) => {
  const child = responses([output("c1", "x")], { [name]: "kept_1" });
  const judgement = judge({
    parent: exchangeOf("parent", JSON.stringify(responses([])), { path: RESPONSES }),
    child: exchangeOf("child", JSON.stringify(child), { path: RESPONSES }),
  });
  expect(judgement).toMatchObject({ verdict: "not-comparable", reusable: "unknown", findings: [] });
  expect(judgement.reusableBecause[0]).toContain(`request child continues ${what}`);
});

test("on Gemini and Bedrock the path names the model", () => {
  const body = JSON.stringify(gemini([]));
  const judgement = judge({
    parent: exchangeOf("parent", body, { path: GEMINI }),
    child: exchangeOf("child", body, { path: "/v1beta/models/gemini-3-flash:generateContent" }),
  });
  expect(rolesOf(judgement.findings)).toEqual(["CB101 cause"]);
});
