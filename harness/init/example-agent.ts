import type { AgentKind } from "./find-agent.ts";

/** A program that answers a question and forks itself, written with the packages of one kind of agent. */
export function exampleAgent(kind: AgentKind): string {
  const { imports, client, tool, ask } = parts[kind];
  return `// An agent that answers a question and then forks itself. Replace it with a program that drives your own agent.
// forkproof runs it against a mocked provider, with the base URL in ANTHROPIC_BASE_URL, OPENAI_BASE_URL and the like.
${imports}${client}
const rules = Array.from({ length: 150 }, (_, at) => "Rule " + (at + 1) + ": the note on page " + at * 7 + " stays.");
const system = "You keep the notebook of a harbour office. " + rules.join(" ");
const tools = {
  read_note: "Reads one page of the notebook.",
  fork: "Starts a fork of you that inherits this conversation and reports back.",
};

// The bug of example-broken-fork.yaml: a fork must not fork, so its tool is hidden. Deny the call instead.
const { fork: _hidden, ...withoutFork } = tools;
const forkTools = process.argv.includes("--hide-tool") ? withoutFork : tools;

const directive = process.env.FORKPROOF_DIRECTIVE ?? "Read the notes and report which ones still hold.";
const said = [{ role: "user", content: "Which notes do we have?" }];
const answer = await ask(tools, said);
const report = await ask(forkTools, [
  ...said,
  { role: "assistant", content: answer },
  { role: "user", content: directive },
]);
console.log(report);

/** Asks the model and returns the text of its answer. */
async function ask(declared, messages) {
${indented(ask)}
}
${tool === "" ? "" : `\n${tool}\n`}`;
}

type Parts = {
  /** Lines with their ends. */
  readonly imports: string;
  readonly client: string;
  /** A function that declares one tool; empty if \`ask\` declares them. */
  readonly tool: string;
  /** The body of \`ask\`. */
  readonly ask: string;
};

const aiSdkTool = `function declare(description) {
  return tool({ description, inputSchema: jsonSchema({ type: "object", properties: {} }) });
}`;

const aiSdkAsk = `const entries = Object.entries(declared).map(([name, description]) => [name, declare(description)]);
const { text } = await generateText({ model, system, tools: Object.fromEntries(entries), messages });
return text;`;

const parts: Readonly<Record<AgentKind, Parts>> = {
  "ai-sdk": {
    imports: `import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, jsonSchema, tool } from "ai";

`,
    client: `const baseURL = (process.env.ANTHROPIC_BASE_URL ?? "https://api.anthropic.com").replace(/\\/v1$/, "") + "/v1";
const model = createAnthropic({ baseURL })("claude-sonnet-5");
const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };
`,
    tool: aiSdkTool,
    // On a message, since versions differ in what they take as a system prompt.
    ask: `const [question, ...others] = messages;
const prompt = [{ ...question, providerOptions: cached }, ...others];
${aiSdkAsk.replace("messages }", "messages: prompt }")}`,
  },
  "ai-sdk-openai": {
    imports: `import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, tool } from "ai";

`,
    client: `const model = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL }).chat("gpt-6.1-sol");
`,
    tool: aiSdkTool,
    ask: aiSdkAsk,
  },
  anthropic: {
    imports: `import Anthropic from "@anthropic-ai/sdk";

`,
    client: `const client = new Anthropic();
`,
    tool: "",
    ask: `const { content } = await client.messages.create({
  model: "claude-sonnet-5",
  max_tokens: 256,
  tools: Object.entries(declared).map(([name, description]) => ({
    name,
    description,
    input_schema: { type: "object", properties: {} },
  })),
  system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
  messages,
});
return content.map((block) => block.text ?? "").join("");`,
  },
  openai: {
    imports: `import OpenAI from "openai";

`,
    client: `const client = new OpenAI();
`,
    tool: "",
    ask: `const { choices } = await client.chat.completions.create({
  model: "gpt-6.1-sol",
  tools: Object.entries(declared).map(([name, description]) => ({
    type: "function",
    function: { name, description, parameters: { type: "object", properties: {} } },
  })),
  messages: [{ role: "system", content: system }, ...messages],
});
return choices[0].message.content;`,
  },
  plain: {
    imports: "",
    client: `const baseUrl = process.env.ANTHROPIC_BASE_URL ?? "https://api.anthropic.com";
const headers = {
  "content-type": "application/json",
  "anthropic-version": "2023-06-01",
  "x-api-key": process.env.ANTHROPIC_API_KEY ?? "",
};
`,
    tool: "",
    ask: `const body = JSON.stringify({
  model: "claude-sonnet-5",
  max_tokens: 256,
  tools: Object.entries(declared).map(([name, description]) => ({
    name,
    description,
    input_schema: { type: "object", properties: {} },
  })),
  system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
  messages,
});
const response = await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body });
if (!response.ok) throw new Error(await response.text());
const { content } = await response.json();
return content.map((block) => block.text ?? "").join("");`,
  },
};

function indented(lines: string): string {
  return lines.replaceAll(/^(?=.)/gm, "  ");
}
