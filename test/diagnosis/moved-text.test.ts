import { describe, expect, test } from "vitest";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judged } from "../support/judged.ts";

const RULES = "You review code. Read the whole change before you judge it. Name file and line.";
const NOTE = "The user prefers short answers and never wants emojis.";
const SECOND = "They work on a train.";
const ASK = "Read add.js and tell me what it does.";

const text = (said: string): object => ({ type: "text", text: said });
const user = (...parts: readonly string[]): object => ({ role: "user", content: parts.map(text) });
const anthropic = (system: unknown, ...messages: readonly object[]): object => ({ system, messages });
const chat = (...messages: readonly object[]): object => ({ model: "gpt-5.5", messages });
const system = { role: "system", content: RULES };
const item = (role: string, ...parts: readonly string[]): object => ({
  type: "message",
  role,
  content: parts.map((said) => ({ type: "input_text", text: said })),
});
const responses = (instructions: string, ...input: readonly object[]): object => ({ instructions, input });
const parts = (said: readonly string[]): object[] => said.map((each) => ({ text: each }));
const gemini = (rules: readonly string[], ...contents: readonly (readonly string[])[]): object => ({
  systemInstruction: { parts: parts(rules) },
  contents: contents.map((said) => ({ role: "user", parts: parts(said) })),
});
const converse = (rules: readonly string[], ...messages: readonly (readonly string[])[]): object => ({
  system: parts(rules),
  messages: messages.map((said) => ({ role: "user", content: parts(said) })),
});

const INTO = "of the parent's stands in the fork's system prompt";
const PART = "1 part of a message";
const WHOLE = "1 message";

/** Each is judged there and back: what moves into a system prompt may also move out of it. */
const rows: readonly (readonly [name: string, DialectName, before: object, after: object, what: string])[] = [
  [
    "a part into a list of blocks",
    "anthropic-messages",
    anthropic([text(RULES)], user(NOTE, ASK)),
    anthropic([text(RULES), text(NOTE)], user(ASK)),
    PART,
  ],
  [
    "a part into a string",
    "anthropic-messages",
    anthropic(RULES, user(NOTE, ASK)),
    anthropic(`${RULES}\n\n${NOTE}`, user(ASK)),
    PART,
  ],
  [
    "the head of a text",
    "anthropic-messages",
    anthropic(RULES, { role: "user", content: `${NOTE}\n\n${ASK}` }),
    anthropic(`${RULES}\n${NOTE}`, { role: "user", content: ASK }),
    PART,
  ],
  [
    "a message of several parts",
    "anthropic-messages",
    anthropic([text(RULES)], user(NOTE, SECOND), user(ASK)),
    anthropic([text(RULES), text(NOTE), text(SECOND)], user(ASK)),
    WHOLE,
  ],
  ["a whole system prompt", "anthropic-messages", anthropic([], user(RULES, ASK)), anthropic(RULES, user(ASK)), PART],
  [
    "a message that became the developer's",
    "openai-chat",
    chat(system, user(NOTE, SECOND), user(ASK)),
    chat(system, { ...user(NOTE, SECOND), role: "developer" }, user(ASK)),
    WHOLE,
  ],
  [
    "the first message of all",
    "openai-chat",
    chat(user(NOTE, SECOND), user(ASK)),
    chat({ ...user(NOTE, SECOND), role: "developer" }, user(ASK)),
    WHOLE,
  ],
  [
    "a part that became a developer message",
    "openai-chat",
    chat(system, user(NOTE, ASK)),
    chat(system, { role: "developer", content: NOTE }, { role: "user", content: ASK }),
    PART,
  ],
  [
    "a part into the instructions",
    "openai-responses",
    responses(RULES, item("user", NOTE, ASK)),
    responses(`${RULES}\n${NOTE}`, item("user", ASK)),
    PART,
  ],
  [
    "a developer item of the conversation into the instructions",
    "openai-responses",
    responses(RULES, item("user", ASK), item("developer", NOTE), item("user", SECOND)),
    responses(`${RULES}\n${NOTE}`, item("user", ASK), item("user", SECOND)),
    WHOLE,
  ],
  [
    "a part that became a developer item",
    "openai-responses",
    responses(RULES, item("user", NOTE, ASK)),
    responses(RULES, item("developer", NOTE), item("user", ASK)),
    PART,
  ],
  [
    "a first item that became the developer's",
    "openai-responses",
    responses(RULES, item("user", NOTE, SECOND), item("user", ASK)),
    responses(RULES, item("developer", NOTE, SECOND), item("user", ASK)),
    WHOLE,
  ],
  ["a part", "gemini-generate", gemini([RULES], [NOTE, ASK]), gemini([RULES, NOTE], [ASK]), PART],
  ["a message", "gemini-generate", gemini([RULES], [NOTE, SECOND], [ASK]), gemini([RULES, NOTE, SECOND], [ASK]), WHOLE],
  ["a part", "bedrock-converse", converse([RULES], [NOTE, ASK]), converse([RULES, NOTE], [ASK]), PART],
  [
    "a message",
    "bedrock-converse",
    converse([RULES], [NOTE, SECOND], [ASK]),
    converse([RULES, NOTE, SECOND], [ASK]),
    WHOLE,
  ],
];

describe("text that moved into or out of a system prompt is one cause that masks nothing", () => {
  test.each(rows)("if it is %s (%s)", (_, dialect, before, after, what) => {
    const told = (parent: object, child: object): readonly unknown[] =>
      judged(dialect, parent, child)
        .findings.filter(({ role }) => role !== "note")
        .map(({ code, role, observed }) => [code, role, observed.replace(/ \(.*\)/, "")]);
    expect(told(before, after)).toEqual([["CB415", "cause", `${what} ${INTO}`]]);
    const out = `${what} of the fork's stands in the parent's system prompt`;
    expect(told(after, before)).toEqual([["CB415", "cause", out]]);
  });
});

describe("text that moved in part, or with another change, has the code of the change", () => {
  test.each<readonly [string, object, object, readonly string[]]>([
    [
      "half of a message",
      anthropic(RULES, user(NOTE, SECOND), user(ASK)),
      anthropic(RULES + NOTE, user(ASK)),
      ["CB301"],
    ],
    [
      "another prompt too",
      anthropic(RULES, user(NOTE, ASK)),
      anthropic(`${RULES} Smile. ${NOTE}`, user(ASK)),
      ["CB301"],
    ],
    ["a note that stays", anthropic(RULES, user(NOTE, ASK)), anthropic(RULES + NOTE, user(NOTE, ASK)), ["CB301"]],
    [
      "a role in mid-conversation",
      chat(user(ASK), user(NOTE)),
      chat(user(ASK), { ...user(NOTE), role: "system" }),
      ["CB405"],
    ],
  ])("if it is %s", (name, parent, child, codes) => {
    const dialect = name.startsWith("a role") ? "openai-chat" : "anthropic-messages";
    const causes = judged(dialect, parent, child).findings.filter(({ role }) => role === "cause");
    expect(causes.map(({ code }) => code)).toEqual(codes);
  });
});
