import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

const shown = ["GATEWAY", "FEATURE", "HIDDEN_KEY", "HOME"];
const show = `Object.fromEntries(${JSON.stringify(shown)}.map((name) => [name, process.env[name] ?? null]))`;
const module = `export default async () => ({ output: JSON.stringify(${show}) });`;
const command = `console.log(JSON.stringify(${show}));`;

const body = {
  model: "claude-sonnet-4-5",
  max_tokens: 9,
  system: "Rules.",
  messages: [{ role: "user", content: "Hi." }],
};

const inherited = {
  HOME: "/home/someone",
  HIDDEN_KEY: "seen by forkproof alone",
  GATEWAY: "https://gateway.example",
  FEATURE: "outer",
  OPENAI_API_KEY: "a real key",
};

test("a module and a command see what programs need, no key, and the variables of fork.env", async () => {
  using folder = makeTempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);
  const line = { seq: 1, method: "POST", path: "/v1/messages", headers: [], body: JSON.stringify(body) };
  write("parent.jsonl", `${JSON.stringify(line)}\n`);
  write("module.mjs", module);
  write("command.mjs", command);
  const subjects = { module: { subject: "./module.mjs" }, command: { command: [process.execPath, "command.mjs"] } };
  const variables = { bare: {}, given: { GATEWAY: null, FEATURE: "on", MISSING: null } };
  for (const [kind, subject] of Object.entries(subjects))
    for (const [how, env] of Object.entries(variables)) {
      const scenario = {
        name: `${kind} ${how}`,
        parent: { source: "parent.jsonl", exchange: "1" },
        fork: { ...subject, prompt: "Look.", env },
        provider: { script: [] },
        expect: { output: [{ contains: "nothing like it" }] },
      };
      write(`${kind}-${how}.yaml`, JSON.stringify(scenario));
    }
  await runForkproof(["run", "."], folder.path, inherited);
  const result = readFileSync(join(folder.path, "reports/latest.json"), "utf8");
  const rows = [...result.matchAll(/\{\\"GATEWAY\\".*?\}/g)].map(([text]) => text.replaceAll('\\"', '"'));
  const bare = { GATEWAY: null, FEATURE: null, HIDDEN_KEY: null, HOME: "/home/someone" };
  const given = { ...bare, GATEWAY: "https://gateway.example", FEATURE: "on" };
  expect(new Set(rows)).toEqual(new Set([JSON.stringify(bare), JSON.stringify(given)]));
  expect(rows.length % 4).toBe(0);
  expect(result).not.toContain("a real key");
  expect(result).not.toContain("seen by forkproof alone");
});

test("fork.env of a strategy is refused, since it has no process of its own", async () => {
  using folder = makeTempFolder();
  const scenario = {
    name: "s",
    parent: { source: "parent.jsonl", exchange: "1" },
    fork: { strategy: "pass-through", prompt: "Look.", env: { A: "1" } },
  };
  writeFileSync(join(folder.path, "s.yaml"), JSON.stringify(scenario));
  const printed = await runForkproof(["validate", "s.yaml"], folder.path);
  expect(printed.exit).toBe(2);
  expect(printed.out + printed.err).toContain("env");
  expect((printed.out + printed.err).replaceAll(/\s+/g, " ")).toContain("no process of its own");
});
