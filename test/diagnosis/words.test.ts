import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf, judgeBodies } from "./judge-example.ts";
import { assistant, body, call, result, text, user } from "./write-body.ts";

const mark = { cache_control: { type: "ephemeral" } };
const hour = { cache_control: { type: "ephemeral", ttl: "1h" } };
const texts = (count: number): readonly object[] => Array.from({ length: count }, (_, index) => text(`note ${index}`));
const wordsOn = (parent: object, child: object): readonly string[] =>
  judgeBodies(body(parent), body(child)).findings.map(({ observed }) => observed);

test.each([
  [
    "one character of many",
    { messages: [user(`${"x".repeat(1_999_999)}a`)] },
    { messages: [user(`${"x".repeat(1_999_999)}b`)] },
    "1 of 2,000,000 characters of a text block differs, from character 1,999,999 on",
  ],
  [
    "a text block counts its text",
    { messages: [user(text("Read it all."))] },
    { messages: [user(text("Read it not."))] },
    "3 of 12 characters of a text block differ, from character 8 on",
  ],
  [
    "where its text is equal, its JSON",
    { messages: [user({ ...text("hi"), n: 1 })] },
    { messages: [user({ ...text("hi"), n: 2 })] },
    "1 of 33 characters of a text block's JSON differs, from character 31 on",
  ],
  [
    "a block of an unknown type",
    { messages: [user(text("hi"), { type: "odd" }), assistant("b")] },
    { messages: [user(text("hi")), assistant("b")] },
    "a block of an unknown type is missing",
  ],
  [
    "a message without blocks",
    { messages: [user("hi"), { role: "assistant", content: [] }, user("c")] },
    { messages: [user("hi"), user("c")] },
    "1 of 3 messages is missing",
  ],
  [
    "the only message",
    { messages: [user("hi")] },
    { messages: [assistant(call("t"))] },
    "1 of 1 message is missing (text)",
  ],
  [
    "a reminder that left a text",
    { messages: [user("<env>\na\n</env>\n<b>1</b>\n\nRead it."), assistant("b")] },
    { messages: [user("<b>1</b>\n\nRead it."), assistant("b")] },
    "1 reminder was removed",
  ],
  [
    "two that came into one, and another",
    { messages: [user("Read it."), user("<c>1</c>\nGo.")] },
    { messages: [user("<a>1</a>\n<b>1</b>\nRead it."), user("<c>2</c>\nGo.")] },
    "2 reminders were added, 1 reminder was rewritten",
  ],
  [
    "a single character of a system prompt",
    { system: "Be kind, x", messages: [user("hi")] },
    { system: "Be kind, y", messages: [user("hi")] },
    "1 of 10 characters became 1 other, behind character 9",
  ],
  [
    "a single character more",
    { system: "Be kind", messages: [user("hi")] },
    { system: "Be kind!", messages: [user("hi")] },
    "1 character was added behind character 7 of 7",
  ],
  [
    "a single character less",
    { system: "Be kind!", messages: [user("hi")] },
    { system: "Be kind", messages: [user("hi")] },
    "1 of 8 characters is missing behind character 7",
  ],
  [
    "a message without a role",
    { messages: [{ content: "hi" }, assistant("b")] },
    { messages: [user("hi"), assistant("b")] },
    "the role changed from none to user",
  ],
  [
    "an option of one of two tools",
    { tools: [{ name: "a", defer_loading: true }, { name: "b" }], messages: [user("hi")] },
    { tools: [{ name: "a" }, { name: "b" }], messages: [user("hi")] },
    "defer_loading differs in 1 of 2 tools",
  ],
  [
    "a last message that lost a block",
    { messages: [user("hi"), assistant(text("a"), text("b"))] },
    { messages: [user("hi"), assistant(text("a"))] },
    "the fork sends all of the parent's messages, but for the last block",
  ],
  [
    "how far a provider looks back",
    { messages: [user({ ...text("hi"), ...mark })] },
    { messages: [user(text("hi")), user(...texts(19), { ...text("go"), ...mark })] },
    "the parent's entry lies 20 positions before the fork's nearest breakpoint; the provider looks back over at most 19",
  ],
])("the finding describes %s", (_name, parent, child, observed) => {
  expect(wordsOn(parent, child)[0]).toBe(observed);
});

test.each([
  ["CB418", { messages: [user("hi"), user(result("t", "x"))] }, "/messages/1/content/0"],
  ["CB419", { messages: [user("hi"), assistant(call("t")), user("go")] }, "/messages/1/content/0"],
  [
    "CB502",
    { messages: [user("hi"), user(...texts(5).map((each) => ({ ...each, ...mark })))] },
    "/messages/1/content/4/cache_control",
  ],
  [
    "CB508",
    { messages: [user("hi"), user({ ...text("a"), ...mark }, { ...text("b"), ...hour })] },
    "/messages/1/content/1/cache_control",
  ],
])("the finding %s has the place in the fork", (code, child, pointer) => {
  const { findings } = judgeBodies(body({ messages: [user("hi")] }), body(child));
  expect(findings.find((finding) => finding.code === code)).toMatchObject({ role: "invalid", pointer });
});

test("the finding distinguishes a null content of a calling Chat message from a missing one", () => {
  const call = { id: "t", type: "function", function: { name: "f", arguments: "{}" } };
  const chat = (calling: object): string =>
    JSON.stringify({
      model: "gpt-5.5",
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", ...calling, tool_calls: [call] },
        { role: "tool", tool_call_id: "t", content: "x" },
      ],
    });
  const path = "/v1/chat/completions";
  const { findings } = judge({
    parent: exchangeOf("1", chat({ content: null }), { path }),
    child: exchangeOf("2", chat({}), { path }),
  });
  expect(findings[0]).toMatchObject({
    code: "CB405",
    observed: "the content of a message was null and is left out",
  });
});
