import { expect, test } from "vitest";
import { isOtherAgent, sampleOf } from "../../harness/lineage/agent-traits.ts";

const RULES = Array.from({ length: 40 }, (_, at) => `Rule ${at}: keep part ${at * 7} as it is`).join(".\n");
const agent = (tools: readonly string[], prompt: string) => ({ tools, sentences: sampleOf(prompt) });
const coder = agent(["edit", "read"], RULES);

test("a clock in the system prompt with another description of a tool does not make another agent", () => {
  expect(isOtherAgent(coder, agent(["edit", "read"], `Time: 09:41. ${RULES}`))).toBe(false);
});

test("an added or removed tool with a changed system prompt does not make another agent", () => {
  expect(isOtherAgent(coder, agent(["read"], `${RULES}. Today is Friday.`))).toBe(false);
  expect(isOtherAgent(coder, agent(["edit", "read", "search"], `${RULES}. Today is Friday.`))).toBe(false);
});

test("an own prompt, or own tools instead of the parent's, makes another agent", () => {
  expect(isOtherAgent(coder, agent(["edit", "read"], "You plan journeys. Ask for the dates first."))).toBe(true);
  expect(isOtherAgent(coder, agent(["book"], `${RULES}. You book.`))).toBe(true);
});

test("a prompt in which half of the sentences were rewritten is the same agent's", () => {
  const half = RULES.split(".\n").map((rule, at) => (at % 2 === 0 ? rule : `Otherwise ${rule}`));
  expect(isOtherAgent(coder, agent(["edit", "read"], half.join(".\n")))).toBe(false);
});
