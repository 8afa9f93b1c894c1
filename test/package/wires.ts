import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A prompt a little above the shortest that providers cache: there its length is counted by the tokenizer itself, where one is public. */
const TEXT = "The museum keeps a notebook for each ship that came home. ".repeat(110);

/** A parent's request on each wire, with the model's cache and the path that it is sent to. */
export const wires: readonly { readonly wire: string; readonly path: string; readonly body: object }[] = [
  {
    wire: "anthropic-messages",
    path: "/v1/messages",
    body: {
      model: "claude-sonnet-4-5",
      max_tokens: 64,
      system: [{ type: "text", text: TEXT, cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: "Who sailed?" }],
    },
  },
  {
    wire: "openai-chat",
    path: "/v1/chat/completions",
    body: {
      model: "gpt-5.1",
      messages: [
        { role: "system", content: TEXT },
        { role: "user", content: "Who sailed?" },
      ],
    },
  },
  {
    wire: "openai-responses",
    path: "/v1/responses",
    body: {
      model: "gpt-5.1",
      instructions: TEXT,
      input: [{ role: "user", content: [{ type: "input_text", text: "Who sailed?" }] }],
    },
  },
  {
    wire: "gemini-generate",
    path: "/v1beta/models/gemini-2.5-flash:generateContent",
    body: {
      systemInstruction: { parts: [{ text: TEXT }] },
      contents: [{ role: "user", parts: [{ text: "Who sailed?" }] }],
    },
  },
];

/** Writes the recording, a scenario on each wire, two of modules, and a program that uses the library on each wire. */
export function writeProject(folder: string): void {
  const lines = wires.map(({ path, body }, at) =>
    JSON.stringify({
      seq: at + 1,
      method: "POST",
      path,
      headers: [["content-type", "application/json"]],
      body: JSON.stringify(body),
    }),
  );
  writeFileSync(join(folder, "traffic.jsonl"), `${lines.join("\n")}\n`);
  mkdirSync(join(folder, "scenarios"));
  for (const [at, { wire }] of wires.entries()) write(folder, wire, `${at + 1}`, "strategy: pass-through");
  write(folder, "module", "1", "subject: ./fork.mjs");
  write(folder, "typescript", "1", "subject: ./fork.ts");
  writeFileSync(join(folder, "scenarios/fork.mjs"), module("task"));
  writeFileSync(
    join(folder, "scenarios/fork.ts"),
    module("task: { parent: { request: Buffer }, [name: string]: any }"),
  );
  writeFileSync(
    join(folder, "serve.yaml"),
    `script:\n${wires.map((_, at) => `  ${laneOf(at)}: [{ text: Anna sailed. }]`).join("\n")}\n`,
  );
  writeFileSync(join(folder, "library.mjs"), library);
}

function write(folder: string, name: string, exchange: string, subject: string): void {
  const text = `name: ${name}
parent: { source: ../traffic.jsonl, exchange: "${exchange}" }
fork: { ${subject}, prompt: Who else? }
provider: { script: [{ text: Nobody. }] }
`;
  writeFileSync(join(folder, "scenarios", `${name}.yaml`), text);
}

function laneOf(at: number): string {
  return at === 0 ? "fork" : `fork[${at + 1}]`;
}

function module(task: string): string {
  return `export default async (${task}) => {
  const body = { ...JSON.parse(task.parent.request.toString()), stream: false };
  body.messages = [...body.messages, { role: "assistant", content: "-" }, { role: "user", content: task.directive }];
  const headers = { "content-type": "application/json", "x-api-key": task.apiKey, "anthropic-version": "2023-06-01" };
  const response = await fetch(task.baseUrl + "/v1/messages", { method: "POST", headers, body: JSON.stringify(body) });
  return { output: (await response.json()).content[0].text };
};
`;
}

/** Forks each wire's parent against the server that its argument names, and prints what the forks said. */
const library = `import { readFileSync } from "node:fs";
import { AnthropicClient, captureCacheSafeParams, DefaultForkSubagent, GeminiClient, OpenAiClient } from "forkproof";

const [baseUrl] = process.argv.slice(2);
const clients = {
  "anthropic-messages": () => new AnthropicClient({ apiKey: "any", baseUrl }),
  "openai-chat": (wire) => new OpenAiClient({ apiKey: "any", wire, baseUrl: baseUrl + "/v1" }),
  "openai-responses": (wire) => new OpenAiClient({ apiKey: "any", wire, baseUrl: baseUrl + "/v1" }),
  "gemini-generate": () => new GeminiClient({ apiKey: "any", baseUrl, model: "gemini-2.5-flash" }),
};
const lines = readFileSync("traffic.jsonl", "utf8").trim().split("\\n").map((line) => JSON.parse(line));
for (const [at, wire] of Object.keys(clients).entries()) {
  const model = wire === "gemini-generate" ? { model: "gemini-2.5-flash" } : {};
  const headers = wire === "anthropic-messages" ? [["anthropic-version", "2023-06-01"]] : [];
  const parent = captureCacheSafeParams({ wire, request: Buffer.from(lines[at].body), headers, answer: null, ...model });
  const fork = new DefaultForkSubagent();
  const handle = await fork.fork({
    parent,
    llm: clients[wire](wire),
    tools: { dispatch: async () => ({ content: "", isError: true }) },
    directive: "Who sailed on " + wire + "?",
    label: "ask",
    maxTurns: 2,
    timeoutMs: 20_000,
  });
  const run = await handle.takeCompletion();
  console.log(wire, run.stop.cause, run.finalText, run.stop.error ?? "");
}
`;
