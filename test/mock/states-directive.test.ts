import { expect, test } from "vitest";
import type { SaidItem } from "../../harness/wires/shared/said/said-item.ts";
import { statesDirective } from "../../harness/mock/script/states-directive.ts";

const given = (...strings: readonly string[]): readonly SaidItem[] => [
  { kind: "text", text: "I start a fork." },
  { kind: "call", id: null, name: "agent", input: "{}", strings },
];
const task = "Check the old notes and\n  say what still holds.";

test.each([
  ["the whole task", "Check the old notes and say what still holds."],
  ["a part of the task", "the old notes"],
  [
    "words of the client's own that end in the task",
    `You are a fork. Task: Check the old notes and say what still holds.`,
  ],
])("a text states a directive: %s", (_, text) => {
  expect(statesDirective([text], given("fork", task))).toBe(true);
});

test("only the whole word states a task of one word", () => {
  expect(statesDirective(["Summarise."], given("Summarise."))).toBe(true);
  expect(statesDirective(["Now summarise what you read in src/a.ts"], given("src/a.ts"))).toBe(false);
  expect(statesDirective(["notes"], given(task))).toBe(false);
});

test("a note that quotes a task does not state it, nor does an empty input state one", () => {
  expect(statesDirective(["<note>Check the old notes and say what still holds. Done.</note>"], given(task))).toBe(
    false,
  );
  expect(statesDirective(["", "Go on with it."], given("", "  "))).toBe(false);
  expect(statesDirective(["Go on with it."], [{ kind: "text", text: "Go on with it." }])).toBe(false);
});
