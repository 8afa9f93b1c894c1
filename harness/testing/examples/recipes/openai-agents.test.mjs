import { Agent, OpenAIResponsesModel, run, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { NOTES, QUESTION, recordAndFork } from "./fork-of.mjs";

test("a fork of an agent on @openai/agents keeps its parent's prefix", async () => {
  const { tape, said, forkSaid } = await recordAndFork(async (fetch) => {
    setTracingDisabled(true);
    const model = new OpenAIResponsesModel(new OpenAI({ apiKey: "any", fetch }), "gpt-5.2");
    return (await run(new Agent({ name: "keeper", instructions: NOTES, model }), QUESTION)).finalOutput;
  });
  expect([said, forkSaid]).toEqual(["Anna did.", "All notes hold."]);
  const [parent, fork] = tape.exchanges;
  expect(fork).toShareForkPrefix(parent);
  expect(tape).toHaveNoCacheBreaks();
});
