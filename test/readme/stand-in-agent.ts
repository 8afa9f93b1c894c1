import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Puts a program `my-agent` into a folder: it asks, and forks itself once, at the provider that its environment names. */
export function writeAgent(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "my-agent");
  writeFileSync(file, AGENT);
  chmodSync(file, 0o755);
}

const AGENT = `#!/usr/bin/env node
const ask = async (messages) => {
  const system = [{ type: "text", text: "You keep the notes of a museum. ".repeat(400), cache_control: { type: "ephemeral" } }];
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, system, messages });
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "any" };
  const response = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).content;
};
const said = [{ role: "user", content: "Who sailed?" }];
said.push({ role: "assistant", content: await ask(said) });
await ask([...said, { role: "user", content: "Look into the notes of 1873." }]);
`;
