import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stringify } from "yaml";

const recorded = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
const answered = { script: [{ text: "A pilot." }] };

/** They import nothing, so that they stand anywhere. */
const modules: Readonly<Record<string, string>> = {
  "throws.mjs": 'export default () => { throw new Error("the agent has no configuration"); };',
  "rests.mjs": "export default async () => {};",
  "hangs.mjs": "export default () => new Promise(() => setInterval(() => {}, 1000));",
  "exports-nothing.mjs": "export const fork = async () => {};",
  "breaks-off.mjs": "export default async (task) => {",
  "leaves.mjs": 'export default async () => { await fetch("https://api.anthropic.com/v1/messages"); };',
  "orphans.mjs": `export default async ({ parent, baseUrl, apiKey }) => {
    const body = JSON.parse(parent.request);
    body.messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_gone", content: "-" }] });
    const headers = { "x-api-key": apiKey, "anthropic-version": "2023-06-01" };
    const response = await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error((await response.json()).error.message);
  };`,
};

/** Each case by the name of its scenario; `fork` and `provider` take the place of those of a case that passes. */
const cases: Readonly<Record<string, object>> = {
  "a case that passes": {},
  "a script that runs out": {
    fork: { strategy: "pass-through", prompt: "go", tools: [{ name: "read_note", returns: "-" }] },
    provider: { script: [{ call: { read_note: { page: "a" } } }] },
  },
  "an answer that nobody asks for": { provider: { script: [{ text: "A pilot." }, { text: "And?" }] } },
  "a call without a stub": { provider: { script: [{ call: { read_note: { page: "a" } } }, { text: "-" }] } },
  "a module that throws": { fork: { subject: "throws.mjs", prompt: "go" } },
  "a module that never calls": { fork: { subject: "rests.mjs", prompt: "go" } },
  "a module that hangs": { timeout: "50ms", fork: { subject: "hangs.mjs", prompt: "go" } },
  "a module without a default export": { fork: { subject: "exports-nothing.mjs", prompt: "go" } },
  "a module that cannot be read": { fork: { subject: "breaks-off.mjs", prompt: "go" } },
  "a module that is not there": { fork: { subject: "gone.mjs", prompt: "go" } },
  "a module that leaves loopback": { fork: { subject: "leaves.mjs", prompt: "go" } },
  "a module that the provider refuses": { fork: { subject: "orphans.mjs", prompt: "go" } },
  "a command that is not there": { fork: { command: ["no-such-agent", "--fork"] } },
  "a command that fails": { fork: { command: ["sh", "-c", "echo 'no session' >&2; exit 3"] } },
  "a command that does nothing": { fork: { command: ["true"] } },
  "a parent that ends in the middle of an answer": { parent: { source: "parents.jsonl", exchange: "1" } },
  "a parent of another wire": { parent: { source: "parents.jsonl", exchange: "2" } },
  "a limit that no timer can keep": { timeout: "999999h" },
  "a command that hangs": { timeout: "200ms", fork: { command: ["sleep", "600"] } },
};

/**
 * Writes `scenarios/` with one file for each case, next to the modules and recordings that they name, and `contradictory/`
 * with a scenario that cannot be meant.
 */
export function writeBadForks(folder: string): void {
  const into = join(folder, "scenarios");
  mkdirSync(into);
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(into, name), text);
  writeFileSync(join(into, "parents.jsonl"), parents.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (const [at, [name, parts]] of Object.entries(cases).entries()) {
    const scenario = { name, parent: recorded, fork: { strategy: "pass-through", prompt: "go" }, provider: answered };
    writeFileSync(join(into, `${String(at).padStart(2, "0")}.yaml`), stringify({ ...scenario, ...parts }));
  }
  mkdirSync(join(folder, "contradictory"));
  writeFileSync(join(folder, "contradictory/lists.yaml"), contradictory);
}

const contradictory = `name: a fork that may do nothing, in a roundabout way
parent: { source: cassettes/coding-agent, exchange: parent }
fork:
  strategy: pass-through
  prompt: go
  filter:
    - { allowTools: [read_file, grep] }
    - { allowTools: [bash] }
`;

const begun = [
  { role: "user", content: "Who was Rasmus Holm?" },
  { role: "assistant", content: "A pi" },
];
const parents = [
  line(1, "/v1/messages", { model: "claude-sonnet-5", max_tokens: 10, messages: begun }),
  line(2, "/model/anthropic.claude-sonnet-4-5-v1:0/converse", {
    messages: [{ role: "user", content: [{ text: "Who was Rasmus Holm?" }] }],
  }),
];

function line(seq: number, path: string, body: object): object {
  return { seq, method: "POST", path, headers: [], body: JSON.stringify(body), response: null };
}
