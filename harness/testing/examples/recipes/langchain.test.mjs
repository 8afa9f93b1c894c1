import { ChatAnthropic } from "@langchain/anthropic";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { NOTES, QUESTION, recordAndFork } from "./fork-of.mjs";

test("a fork of an agent on LangChain keeps its parent's prefix", async () => {
  const { tape, said, forkSaid } = await recordAndFork(async (fetch) => {
    const cache_control = { type: "ephemeral" };
    const model = new ChatAnthropic({
      model: "claude-sonnet-5",
      apiKey: "any",
      clientOptions: { fetch },
    });
    const { text } = await model.invoke([
      new SystemMessage({ content: [{ type: "text", text: NOTES, cache_control }] }),
      new HumanMessage({ content: [{ type: "text", text: QUESTION, cache_control }] }),
    ]);
    return text;
  });
  expect([said, forkSaid]).toEqual(["Anna did.", "All notes hold."]);
  const [parent, fork] = tape.exchanges;
  expect(fork).toShareForkPrefix(parent);
  expect(tape).toHaveNoCacheBreaks();
});
