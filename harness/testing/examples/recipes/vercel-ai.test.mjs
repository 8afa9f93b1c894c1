import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText } from "ai";
import { expect, test } from "vitest";
import { NOTES, QUESTION, recordAndFork } from "./fork-of.mjs";

test("a fork of an agent on the Vercel AI SDK keeps its parent's prefix", async () => {
  const { tape, said, forkSaid } = await recordAndFork(async (fetch) => {
    const anthropic = createAnthropic({ apiKey: "any", fetch });
    const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };
    const messages = [
      { role: "system", content: NOTES, providerOptions: cached },
      { role: "user", content: QUESTION, providerOptions: cached },
    ];
    return (await generateText({ model: anthropic("claude-sonnet-5"), messages, allowSystemInMessages: true })).text;
  });
  expect([said, forkSaid]).toEqual(["Anna did.", "All notes hold."]);
  const [parent, fork] = tape.exchanges;
  expect(fork).toShareForkPrefix(parent);
  expect(tape).toHaveNoCacheBreaks();
});
