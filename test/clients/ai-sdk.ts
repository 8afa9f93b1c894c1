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
  // Next to the installed packages, since a module finds its packages from where it lies.
  files: ({ installed }) => ({ [`${installed}/drive.mjs`]: driver, [`${installed}/fork.mjs`]: forker }),
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
  scenarios: ({ installed, node }) => [
    {
      name: "generateText parent, streamText fork",
      ...commanded([node, `${installed}/fork.mjs`, "generate"]),
      expectBreak: { reason: "streamText adds eager_input_streaming to every tool" },
      expect: {
        verdict: "diverged",
        findings: ["CB208"],
        divergence: { segment: "tools" },
        firstTurn: { ratio: "= 0" },
      },
    },
    {
      name: "streamText parent, streamText fork",
      ...commanded([node, `${installed}/fork.mjs`, "stream"]),
      expect: { verdict: "byte-identical", reusable: "yes", findings: [], firstTurn: { ratio: ">= 0.9" } },
    },
  ],
};

/** The command sends its parent itself. */
function commanded(command: readonly string[]): object {
  const script = { parent: [{ text: "Rope." }], fork: [{ text: "Sailcloth." }] };
  return { fork: { command, prompt: "And at 56?" }, provider: { script } };
}

/** Marks the system prompt, as a program that wants its cache does. */
const forker = `
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, jsonSchema, streamText, tool } from "ai";

const anthropic = createAnthropic({ baseURL: process.env.FORKPROOF_BASE_URL + "/v1" });
const rules = Array.from({ length: 150 }, (_, at) => "What is shelved at " + at * 7 + " stays at " + at * 7 + ".");
const count = tool({
  description: "Counts what lies on a shelf.",
  inputSchema: jsonSchema({ type: "object", properties: { shelf: { type: "integer" } } }),
});
const instructions = {
  role: "system",
  content: "You keep a warehouse. " + rules.join(" "),
  providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
};
const settings = { model: anthropic("claude-sonnet-4-5"), instructions, tools: { count } };
const question = { role: "user", content: "What lies at 49?" };
const parent = { ...settings, messages: [question] };
const answered = process.argv[2] === "generate" ? await generateText(parent) : await finished(streamText(parent));
const directive = { role: "user", content: process.env.FORKPROOF_DIRECTIVE };
const fork = streamText({ ...settings, messages: [question, ...(await answered.response).messages, directive] });
console.log(await fork.text);

async function finished(stream) {
  await stream.text;
  return stream;
}
`;

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
