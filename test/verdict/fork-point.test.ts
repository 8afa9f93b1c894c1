import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

const tools = (...names: readonly string[]): object => ({
  tools: names.map((name) => ({ name, description: `Does ${name}.`, input_schema: { type: "object" } })),
  messages: [{ role: "user", content: "go" }],
});
const said = (...words: readonly string[]): object => ({
  messages: words.map((word, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `${word} says something rather long about the harbour`,
  })),
});
const parts = (...words: readonly string[]): object => ({
  messages: [{ role: "user", content: words.map((text) => ({ type: "text", text })) }],
});
const reminder = "<system-reminder>be kind</system-reminder>";

test.each([
  [
    "tools that changed places across it",
    tools("a", "b", "c", "d", "e"),
    tools("a", "d", "c", "b", "e"),
    "/tools/2",
    "CB203",
  ],
  [
    "messages that were left out before it",
    said("one", "two", "three", "four", "five", "six"),
    said("one", "two", "five", "six"),
    "/messages/4",
    "CB402",
  ],
  [
    "messages that changed places across it",
    said("one", "two", "three", "four", "five"),
    said("one", "two", "five", "four", "three"),
    "/messages/4",
    "CB404",
  ],
  [
    "a reminder that was left out before it",
    parts("go", reminder, "task"),
    parts("go", "task"),
    "/messages/0/content/2",
    "CB407",
  ],
  [
    "what was edited before it, and left out behind",
    said("one", "two", "three", "four"),
    said("one", "2"),
    "/messages/2",
    "CB405",
  ],
])("the cause of a break is found across a fork point: %s", (_name, before, after, at, code) => {
  const { findings, verdict, shared, examined } = judge({
    parent: messagesExchange(JSON.stringify(before)),
    child: messagesExchange(JSON.stringify(after), "2"),
    at,
  });
  expect(verdict).toBe("diverged");
  expect(findings.filter(({ role }) => role !== "note").map((each) => each.code)).toEqual([code]);
  expect(shared.blocks).toBeLessThan(examined.blocks);
  expect(examined.blocks).toBe(Number(at.split("/").at(-1)));
});
