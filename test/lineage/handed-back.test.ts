import { expect, test } from "vitest";
import { choosePair } from "../../harness/verdict/recording/choose-pair.ts";
import { drawn as lines } from "./drawn.ts";
import { recordingOf } from "./sent.ts";

const planner = { system: "You plan.", tools: ["read", "list"] };

test("the first model continues the other model's answer after the conversation returns to it", () => {
  const small = { ...planner, model: "claude-haiku-4-5" };
  const requests = [
    { ...planner, said: "a" },
    { ...planner, said: "abc" },
    { ...small, said: "abcde" },
    { ...planner, said: "abcdefg" },
    { ...planner, said: "abcdefghi" },
  ];
  expect(lines(...requests)).toEqual(["1 - root", "2 1 turn", "3 2 turn CB101", "4 3 turn CB101", "5 4 turn"]);
  expect(choosePair(recordingOf(requests))).toMatchObject({ parent: "4", child: "5" });
});

test("the conversation does not return from another model if the first one continues from another answer", () => {
  const requests = [
    { ...planner, said: "abc", answer: "d" },
    { ...planner, model: "claude-haiku-4-5", said: "abcde", answer: "x" },
    { ...planner, said: "abcdefg" },
  ];
  expect(lines(...requests)).toEqual(["1 - root", "2 1 side CB101", "3 1 turn"]);
});

test("the conversation does not return from another model to an agent with another prompt and other tools", () => {
  const requests = [
    { ...planner, said: "abc" },
    { ...planner, model: "claude-haiku-4-5", said: "abcde" },
    { ...planner, system: "You test.", tools: ["run"], said: "abcdefg" },
  ];
  expect(lines(...requests)[2]).not.toContain("3 2");
});
