import { expect, test } from "vitest";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { recordingOf, rolesOn } from "./inspect-example.ts";
import { exchangeOf } from "./judge-example.ts";

const LOG = "The log says that all went well on this day. ".repeat(700);
const mark = { cache_control: { type: "ephemeral" } };

const asks = { role: "user", content: "Read the logs." };
const thinks = (id: string): object => ({
  role: "assistant",
  content: [
    { type: "thinking", thinking: "One more log to read. ".repeat(40), signature: `sig-${id}` },
    { type: "tool_use", id, name: "read", input: {} },
  ],
});
const result = (id: string, marked: object = {}): object => ({
  type: "tool_result",
  tool_use_id: id,
  content: LOG,
  ...marked,
});
const user = (...content: readonly object[]): object => ({ role: "user", content });
const directive = { type: "text", text: "You are a fork: sum up.", ...mark };

const parent = [asks, thinks("t1"), user(result("t1", mark))];
const next = [asks, thinks("t1"), user(result("t1")), thinks("t2")];
const inResult = [...next, user(result("t2", mark))];
const asText = [...next, user(result("t2"), directive)];
const done = [
  ...parent.slice(0, 2),
  user(result("t1")),
  { role: "assistant", content: "All is well." },
  user({ type: "text", text: "And today?", ...mark }),
];

function sent(model: string, messages: readonly object[], id: string, startedAtMs: number) {
  const thinking = { type: "enabled", budget_tokens: 2048 };
  const body = JSON.stringify({ model, max_tokens: 4096, thinking, tools: [{ name: "read" }], messages });
  return exchangeOf(id, body, { startedAtMs, firstByteMs: 500 });
}

test.each([
  ["claude-sonnet-4-5", "a text behind the results", asText, ["CB413 cause"], "no"],
  ["claude-sonnet-4-5", "results alone", inResult, [], "yes"],
  ["claude-sonnet-4-6", "a text behind the results", asText, [], "yes"],
])("%s, a fork that sends %s: the thinking that the model leaves out", (model, _, messages, findings, reusable) => {
  const [one, two] = [sent(model, parent, "1", 0), sent(model, messages, "2", 5_000)];
  const judgement = judge({ parent: one, child: two, provider: "anthropic" });
  expect(rolesOn(judgement.findings)).toEqual(findings);
  expect(judgement.reusable).toBe(reusable);
});

test.each([
  ["its parent's breakpoint", [user(result("t1", mark), { type: "text", text: "You are a fork: sum up." })]],
  ["a breakpoint of its own", [user(result("t1"), directive)]],
])("a fork with %s loses the whole entry behind thinking that its model leaves out", (_, last) => {
  const [one, two] = [
    sent("claude-sonnet-4-5", parent, "1", 0),
    sent("claude-sonnet-4-5", [asks, thinks("t1"), ...last], "2", 5_000),
  ];
  const { breakCost, findings } = judge({ parent: one, child: two, provider: "anthropic" });
  expect(findings[0]?.fix).toContain("into a tool result");
  expect(breakCost?.lostTokens).toBeGreaterThan(LOG.length / 8);
  expect(breakCost?.unbroken.read).toBe(breakCost?.lostTokens);
});

test("The next turn of a conversation cannot keep the thinking that its model leaves out: a note", () => {
  const recording = recordingOf([
    sent("claude-sonnet-4-5", parent, "1", 0),
    sent("claude-sonnet-4-5", done, "2", 5_000),
  ]);
  const [, turn] = inspectRecording(recording, { provider: "anthropic" }).exchanges;
  expect(turn?.relation).toBe("turn");
  expect(turn?.findings.map(({ code, role }) => `${code} ${role}`)).toContain("CB413 note");
  expect(turn?.reusable).toBe("unknown");
});
