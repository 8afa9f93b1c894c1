import type { ClientCase } from "./client-case.ts";

/** A parent by generateText; a fork of the same history by streamText adds an option to every tool, one by generateText does not. */
export const aiSdk: ClientCase = {
  name: "ai-sdk",
  packages: ["ai@7.0.173", "@ai-sdk/anthropic@4.0.105"],
  wire: "anthropic-messages",
  preset: "ai-sdk",
  script: () => ({
    parent: [{ call: { read: { path: "notes.md" } } }, { text: "One note." }],
    fork: [{ text: "From the streamed fork." }],
    "fork[2]": [{ text: "From the other fork." }],
  }),
  // Beside the installed packages, since a module finds its packages from where it lies.
  files: ({ installed }) => ({ [`${installed}/drive.mjs`]: driver }),
  environment: {},
  command: ({ installed, node }) => `"${node}" "${installed}/drive.mjs"`,
  pairs: [
    {
      pair: "generateText, forked by streamText",
      parent: ["parent", 2],
      child: ["fork", 1],
      expected: { verdict: "diverged", causes: ["CB208"] },
    },
    {
      pair: "generateText, forked by generateText",
      parent: ["parent", 2],
      child: ["fork[2]", 1],
      expected: { verdict: "byte-identical", causes: [] },
    },
  ],
};

const driver = `
import { anthropic } from "@ai-sdk/anthropic";
import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";

const read = tool({
  description: "Reads a file.",
  inputSchema: jsonSchema({ type: "object", properties: { path: { type: "string" } } }),
  execute: async () => "- ship it",
});
const settings = { model: anthropic("claude-sonnet-4-5"), instructions: "You look after a small shop.", tools: { read } };
const question = { role: "user", content: "What is in notes.md?" };
const parent = await generateText({ ...settings, messages: [question], stopWhen: isStepCount(3) });
const messages = [question, ...parent.steps.flatMap((step) => step.response.messages).slice(-3), { role: "user", content: "Summarise." }];
const fork = streamText({ ...settings, messages });
console.log(await fork.text);
console.log((await generateText({ ...settings, messages })).text);
`;
