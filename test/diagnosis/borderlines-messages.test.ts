import { expect, test } from "vitest";
import { judgeBodies, rolesOf } from "./judge-example.ts";
import { assistant, body, call, hi, result, rolesOn, text, type Row, user } from "./write-body.ts";

const messages: readonly Row[] = [
  ["a reminder inside a string", chat("<env>\na\n</env>\n\nRead it."), chat("Read it.", "go"), ["CB407 cause"]],
  ["two reminders in one text", chat("<a>1</a>\n<b>2</b>"), chat("<a>1</a>\n<b>3</b>", "go"), ["CB407 cause"]],
  ["text next to a reminder", chat("<a>1</a>\nRead it all."), chat("<a>1</a>\nWrite it now.", "go"), ["CB405 cause"]],
  [
    "a tool's own tags are no reminder",
    turn(result("t1", "<file>\nold words of a file\n</file>")),
    turn(result("t1", "<file>\nnew text in that file\n</file>"), "go"),
    ["CB405 cause"],
  ],
  ["a string became one text block", chat("Read it."), { messages: [user(text("Read it.")), user("go")] }, []],
  [
    "a tool result in two parts",
    turn(result("t1", "one\ntwo")),
    turn(result("t1", [text("one\n"), text("two")]), "go"),
    ["CB408 cause"],
  ],
  [
    "white space in a result before pruning",
    turn(result("t1", "a   b   c")),
    turn(result("t1", "a b c"), "go"),
    ["CB409 cause"],
  ],
  [
    "a result of half its length",
    turn(result("t1", "0123456789".repeat(60))),
    turn(result("t1", "0123456789".repeat(30)), "go"),
    ["CB406 cause"],
  ],
  [
    "a result a little shorter",
    turn(result("t1", "0123456789\n".repeat(60))),
    turn(result("t1", "0123456789\n".repeat(59)), "go"),
    ["CB405 cause"],
  ],
  [
    "arguments of another value",
    { messages: [user("hi"), assistant(call("t1")), user(result("t1", "x"))] },
    { messages: [user("hi"), assistant(call("t1", { path: "b.js" })), user(result("t1", "x")), user("go")] },
    ["CB405 cause"],
  ],
  [
    "an image inside a tool result",
    turn(result("t1", [{ type: "image", source: { type: "url", url: "u" } }, text("shot")])),
    turn(result("t1", [text("[image]"), text("shot")]), "go"),
    ["CB414 cause"],
  ],
  [
    "citations of a document",
    { messages: [user({ type: "document", source: "s", citations: { enabled: true } })] },
    { messages: [user({ type: "document", source: "s" }), user("go")] },
    ["CB109 cause", "CB501 masked"],
  ],
  [
    "a signature that changed",
    { messages: [user("hi"), assistant({ type: "thinking", thinking: "t", signature: "a" }, text("b")), user("c")] },
    {
      messages: [
        user("hi"),
        assistant({ type: "thinking", thinking: "t", signature: "x" }, text("b")),
        user("c"),
        user("go"),
      ],
    },
    ["CB413 cause"],
  ],
  [
    "a result went, its call stayed",
    turn(result("t1", "x"), "and more"),
    { messages: [user("hi"), assistant(call("t1")), user("and more"), user("go")] },
    ["CB402 cause", "CB419 invalid"],
  ],
  [
    "the last turn for another: a branch, not a compaction",
    { messages: [user("a"), assistant("b"), user("c"), assistant("d"), user("e")] },
    { messages: [user("a"), assistant("b"), user("Summarise all of that in three lines.")] },
    ["CB402 cause"],
  ],
  [
    "a summary with the last turns kept",
    { messages: [user("first task"), assistant("a step"), user("more"), assistant("done"), user("last task")] },
    { messages: [user("So far everything was read."), assistant("done"), user("last task"), user("go")] },
    ["CB416 cause"],
  ],
  [
    "every turn with another clock: edits, not a compaction",
    { messages: [user("[09:30] Read it all."), assistant("[09:31] It was read."), user("[09:32] Now write it.")] },
    {
      messages: [
        user("[10:30] Read it all."),
        assistant("[10:31] It was read."),
        user("[10:32] Now write it."),
        user("go"),
      ],
    },
    ["CB405 cause"],
  ],
  [
    "a pruned result first, an edit behind",
    {
      messages: [
        user("hi"),
        assistant(call("t1")),
        user(result("t1", "long ".repeat(40))),
        assistant("a plan to read"),
        user("go"),
      ],
    },
    {
      messages: [
        user("hi"),
        assistant(call("t1")),
        user(result("t1", "[cut]")),
        assistant("a plan to write"),
        user("go"),
      ],
    },
    ["CB406 cause", "CB405 masked"],
  ],
  ["a block appended to the last message", chat("hi"), { messages: [user(text("hi"), text("go"))] }, []],
  ["a rewind", { messages: [user("a"), assistant("b"), user("c")] }, { messages: [user("a")] }, []],
  [
    "an open call that is answered",
    { messages: [user("hi"), assistant(call("t1"))] },
    { messages: [user("hi"), assistant(call("t1")), user(result("t1", "x"), text("go"))] },
    [],
  ],
  [
    "a whole message with an open call",
    { messages: [user("hi"), assistant(text("I fork."), call("t1"))] },
    { messages: [user("hi"), user("go")] },
    ["CB417 cause"],
  ],
  [
    "a server's call is answered in its own message",
    {
      messages: [
        user("hi"),
        assistant(
          { type: "server_tool_use", id: "s1", name: "web_search", input: {} },
          { type: "web_search_tool_result", tool_use_id: "s1", content: [] },
        ),
        user("c"),
      ],
    },
    {
      messages: [
        user("hi"),
        assistant(
          { type: "server_tool_use", id: "s1", name: "web_search", input: {} },
          { type: "web_search_tool_result", tool_use_id: "s1", content: [] },
        ),
        user("c"),
        user("go"),
      ],
    },
    [],
  ],
  ["results in two messages of one role", parallel(), { messages: [...parallel().messages, user("go")] }, []],
];

test.each(messages)("the message rules give the expected findings: %s", (_name, parent, child, expected) => {
  expect(rolesOn(parent, child)).toEqual(expected);
});
test("a string in place of one text block is a note", () => {
  const { findings } = judgeBodies(body(hi), body({ messages: [user(text("hi")), user("go")] }));
  expect(rolesOf(findings)).toEqual(["CB408 note"]);
});

function chat(...texts: readonly string[]): object {
  return { messages: texts.map((words) => user(words)) };
}

/** A call with its result, and what the user says then. */
function turn(answer: object, ...texts: readonly string[]): object {
  return { messages: [user("hi"), assistant(call("t1")), user(answer), ...texts.map((words) => user(words))] };
}

function parallel(): { readonly messages: readonly object[] } {
  return {
    messages: [user("hi"), assistant(call("t1"), call("t2")), user(result("t1", "x")), user(result("t2", "y"))],
  };
}
