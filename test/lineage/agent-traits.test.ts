import { expect, test } from "vitest";
import { isOtherAgent, sampleOf } from "../../harness/lineage/agent-traits.ts";

const RULES = Array.from({ length: 40 }, (_, at) => `Rule ${at}: keep part ${at * 7} as it is`).join(".\n");
const agent = (tools: readonly string[], prompt: string) => ({ tools, sentences: sampleOf(prompt) });
const coder = agent(["edit", "read"], RULES);

test("a clock in the system prompt and another description of a tool make no other agent", () => {
  expect(isOtherAgent(coder, agent(["edit", "read"], `Time: 09:41. ${RULES}`))).toBe(false);
});

test("a tool that came or went with a changed system prompt makes no other agent", () => {
  expect(isOtherAgent(coder, agent(["read"], `${RULES}. Today is Friday.`))).toBe(false);
  expect(isOtherAgent(coder, agent(["edit", "read", "search"], `${RULES}. Today is Friday.`))).toBe(false);
});

test("a prompt of its own, or tools instead of its parent's, make another agent", () => {
  expect(isOtherAgent(coder, agent(["edit", "read"], "You plan journeys. Ask for the dates first."))).toBe(true);
  expect(isOtherAgent(coder, agent(["book"], `${RULES}. You book.`))).toBe(true);
});

test("a prompt half of whose sentences were written anew is the same agent's", () => {
  const half = RULES.split(".\n").map((rule, at) => (at % 2 === 0 ? rule : `Otherwise ${rule}`));
  expect(isOtherAgent(coder, agent(["edit", "read"], half.join(".\n")))).toBe(false);
});
