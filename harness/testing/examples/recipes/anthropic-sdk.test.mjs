import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { NOTES, QUESTION, recordAndFork } from "./fork-of.mjs";

test("a fork of an agent on @anthropic-ai/sdk keeps its parent's prefix", async () => {
  const { tape, said, forkSaid } = await recordAndFork(async (fetch) => {
    const cache_control = { type: "ephemeral" };
    const stream = new Anthropic({ apiKey: "any", fetch }).messages.stream({
      model: "claude-sonnet-5",
      max_tokens: 64,
      system: [{ type: "text", text: NOTES, cache_control }],
      messages: [{ role: "user", content: [{ type: "text", text: QUESTION, cache_control }] }],
    });
    return stream.finalText();
  });
  expect([said, forkSaid]).toEqual(["Anna did.", "All notes hold."]);
  const [parent, fork] = tape.exchanges;
  expect(fork).toShareForkPrefix(parent);
  expect(tape).toHaveNoCacheBreaks();
});
