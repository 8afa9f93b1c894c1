import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import { item } from "./wire-bodies.ts";
import { rolesOf } from "./judge-example.ts";

/** Longer than any minimum. */
const LONG = "Name the file and the line of each remark. ".repeat(500);
const EXPLICIT = { prompt_cache_options: { mode: "explicit" } };

type Body = { readonly input: readonly object[] } & { readonly [name: string]: unknown };
type Row = readonly [name: string, parent: Body, child: Body, findings: readonly string[]];

const part = (text: string, isMarked = false): object => ({
  type: "input_text",
  text,
  ...(isMarked && { prompt_cache_breakpoint: { mode: "explicit" } }),
});
const from = (...parts: readonly object[]): object => ({ type: "message", role: "user", content: parts });
const body = (input: readonly object[], more: object = {}, model = "gpt-6-sol"): Body => ({ model, input, ...more });
const turns = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => [item("assistant", `Answer ${at}.`), item("user", `Line ${at}.`)]).flat();

const parent = body([from(part(LONG))]);
const marked = body([from(part(LONG, true))], EXPLICIT);

const rows: readonly Row[] = [
  ["a message of the fork's own", parent, body([from(part(LONG)), from(part("go"))]), []],
  ["an addition to the parent's last message", parent, body([from(part(LONG), part("go"))]), ["CB501 cause"]],
  ["the same with the parent's part marked", marked, body([from(part(LONG, true), part("go"))], EXPLICIT), []],
  ["a fork that drops the mark", marked, body([from(part(LONG)), from(part("go"))], EXPLICIT), ["CB501 cause"]],
  [
    "a fork that reads explicit breakpoints alone, without setting one",
    parent,
    body([from(part(LONG)), from(part("go"))], EXPLICIT),
    ["CB501 cause"],
  ],
  [
    "a fork that no longer marks, and asks at the end of the same message",
    marked,
    body([from(part(LONG)), from(part("go"))]),
    [],
  ],
  ["20 messages behind the parent's end", parent, body([from(part(LONG)), ...turns(20)]), []],
  ["21 messages behind it", parent, body([from(part(LONG)), ...turns(21)]), ["CB503 cause"]],
  [
    "a model that reads any shared prefix",
    body([from(part(LONG))], {}, "gpt-5.4"),
    body([from(part(LONG), part("go"))], {}, "gpt-5.4"),
    [],
  ],
  ["a prefix below the minimum", body([from(part("hi"))]), body([from(part("hi"), part("go"))]), []],
  ["neither marks, in explicit mode", body([from(part(LONG))], EXPLICIT), body([from(part(LONG))], EXPLICIT), []],
];

test.each(rows)("OpenAI since GPT-5.6: %s", (_, before, after, findings) => {
  const [one, two] = [before, after].map((each, at) =>
    wireExchange("openai-responses", JSON.stringify(each), String(at)),
  );
  const judgement = judge({ parent: one!, child: two!, provider: "openai" });
  expect(rolesOf(judgement.findings.filter(({ role }) => role !== "note"))).toEqual(findings);
  expect(judgement.reusable === "no").toBe(findings.length > 0);
});

const say = (role: string, text: string, isMarked = false): object => ({
  role,
  content: [{ type: "text", text, ...(isMarked && { cache_control: { type: "ephemeral" } }) }],
});
const chat = (...messages: readonly object[]): string => JSON.stringify({ model: "qwen3-coder-plus", messages });
const [system, asks, goes] = [say("system", LONG, true), say("user", LONG, true), say("user", "go", true)];

test.each([
  ["that keeps its parent's breakpoints", chat(system, asks), chat(system, asks, goes), []],
  ["that moves them to its own end", chat(system, asks), chat(system, say("user", LONG), goes), []],
  ["without any", chat(system, asks), chat(say("system", LONG), say("user", LONG), say("user", "go")), ["CB501 cause"]],
  [
    "that keeps the first alone",
    chat(system, asks),
    chat(system, say("user", LONG), say("user", "go")),
    ["CB501 cause"],
  ],
  ["of a parent without any", chat(say("user", LONG)), chat(say("user", LONG), say("user", "go")), []],
])("DashScope, whose explicit cache is not read without breakpoints: a fork %s", (_, before, after, findings) => {
  const [one, two] = [before, after].map((each, at) => wireExchange("openai-chat", each, String(at)));
  const judgement = judge({ parent: one!, child: two!, provider: "dashscope" });
  expect(rolesOf(judgement.findings.filter(({ role }) => role !== "note"))).toEqual(findings);
});
