import OpenAI from "openai";
import { expect, test } from "vitest";
import { NOTES, QUESTION, recordAndFork } from "./fork-of.mjs";

test("a fork of an agent on openai keeps its parent's prefix", async () => {
  const { tape, said, forkSaid } = await recordAndFork(async (fetch) => {
    const messages = [
      { role: "system", content: NOTES },
      { role: "user", content: QUESTION },
    ];
    const answer = await new OpenAI({ apiKey: "any", fetch }).chat.completions.create({ model: "gpt-5.2", messages });
    return answer.choices[0].message.content;
  });
  expect([said, forkSaid]).toEqual(["Anna did.", "All notes hold."]);
  const [parent, fork] = tape.exchanges;
  expect(fork).toShareForkPrefix(parent);
  expect(tape).toHaveNoCacheBreaks();
});
