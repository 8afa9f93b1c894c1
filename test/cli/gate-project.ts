import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { type Upstream, serveUpstream } from "../record/serve-upstream.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

/** A project whose agent holds conversations with a model of Anthropic's, with a Vitest suite that tests it. */
export function writeProject(folder: string): void {
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "ship", type: "module" }));
  writeFileSync(join(folder, "agent.js"), agent("rules"));
  writeFileSync(
    join(folder, "agent.test.js"),
    `import { expect, test } from "vitest";
import { converse } from "./agent.js";
test("the agent answers twice", async () => {
  expect(await converse(["Who sailed?", "When?"])).toBe("In 1873.");
});
`,
  );
  writeFileSync(join(folder, "answers.yaml"), "parent: [{ text: Anna. }, { text: In 1873. }]\n");
}

/** The agent; `system` is the expression for its system prompt. It starts in a third of the time of one that loads an SDK. */
export function agent(system: string): string {
  return agentThat(
    `async (body) => {
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "test" };
  const url = process.env.ANTHROPIC_BASE_URL + "/v1/messages";
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}`,
    system,
  );
}

/** The same agent with the client that people use. */
export function sdkAgent(system: string): string {
  const client = 'new Anthropic({ apiKey: "test", maxRetries: 0 })';
  return `import Anthropic from "@anthropic-ai/sdk";\n${agentThat(`(body) => ${client}.messages.create(body)`, system)}`;
}

function agentThat(ask: string, system: string): string {
  return `const ask = ${ask};
const rules = "Answer in one sentence. ".repeat(400);
let minutes = 0;
const clock = () => new Date(Date.UTC(2026, 10, 23, 9, (minutes += 1))).toISOString();
export async function converse(questions) {
  const messages = [];
  for (const question of questions) {
    messages.push({ role: "user", content: question });
    const system = [{ type: "text", text: ${system}, cache_control: { type: "ephemeral" } }];
    const answer = await ask({ model: "claude-sonnet-4-6", max_tokens: 64, system, messages });
    messages.push({ role: "assistant", content: answer.content });
  }
  return messages.at(-1).content[0].text;
}
`;
}

/** The system prompt of an agent that asks the clock on every turn. */
export const CLOCK = "rules + `It is ${clock()}.`";

export const VITEST: readonly string[] = [process.execPath, "node_modules/vitest/vitest.mjs", "run"];

export function gate(folder: string, options: readonly string[], command: readonly string[]): Promise<Printed> {
  return runForkproof(["gate", ...options, "--", ...command], folder);
}

/** A command that has the agent hold these conversations, one after the other, and ends with \`exit\`. */
export function script(conversations: readonly (readonly string[])[], exit = 0): readonly string[] {
  const calls = conversations.map((questions) => `await converse(${JSON.stringify(questions)});`).join("");
  const code = `import { converse } from "./agent.js"; ${calls} process.exitCode = ${exit};`;
  return [process.execPath, "--input-type=module", "--eval", code];
}

/** The mock of a suite's own: it answers everything alike. */
export function serveOwnMock(): Promise<Upstream> {
  return serveUpstream((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    const usage = { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
    const content = [{ type: "text", text: "Yes." }];
    const message = { id: "m", type: "message", role: "assistant", model: "claude-sonnet-4-6", content, usage };
    response.end(JSON.stringify({ ...message, stop_reason: "end_turn", stop_sequence: null }));
  });
}

export function writeConfig(folder: string, text: string, name = "gate.yaml"): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}
