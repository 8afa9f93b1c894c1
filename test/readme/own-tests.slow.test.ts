import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runVitest, type VitestRun, writeVitestProject } from "../testing/vitest-project.ts";
import { shownFile } from "./documents.ts";

const SHOWN = "my-agent.test.js";
let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  writeVitestProject(folder.path, {
    [SHOWN]: shownFile(SHOWN),
    "my-agent.js": agent,
    "vitest.config.js": config,
  });
});
afterAll(() => folder[Symbol.dispose]());

test("the README's section on a reader's own tests has at most 25 lines", () => {
  const section = /^## In your own tests\n[\s\S]*?(?=^## )/m.exec(readFileSync("README.md", "utf8"))?.[0] ?? "";
  expect(section).toContain(SHOWN);
  expect(section.trim().split("\n").length).toBeLessThanOrEqual(25);
});

test("the README's test is green for an agent that keeps its prefix", async () => {
  const { exit, said } = await vitest();
  expect(said).toContain("1 passed");
  expect(exit, said).toBe(0);
});

test("the README's test is red for an agent whose fork changes the system prompt", async () => {
  const { exit, said } = await vitest("system");
  expect(said).toContain("CB301");
  expect(exit, said).toBe(1);
});

function vitest(bug?: string): Promise<VitestRun> {
  return runVitest(folder.path, [], bug === undefined ? {} : { BUG: bug });
}

const config = `import { alias } from "./aliases.js";
// Node loads the checkout by itself, which is faster than Vite.
const server = { deps: { external: [/[/]harness[/]/] } };
export default { resolve: { alias }, test: { testTimeout: 180_000, server } };
`;

const agent = `const TEXT = "The museum keeps a notebook for each ship that came home. ".repeat(400);

async function ask(fetch, text, said) {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const system = [{ type: "text", text, cache_control: { type: "ephemeral" } }];
  const response = await fetch("https://api.anthropic.com/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "any", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, system, messages }),
  });
  return (await response.json()).content[0].text;
}

export async function myAgent({ fetch }) {
  const answer = await ask(fetch, TEXT, ["Who sailed?"]);
  const forked = process.env.BUG === "system" ? TEXT + "You are a fork." : TEXT;
  return ask(fetch, forked, ["Who sailed?", answer, "Which notes hold?"]);
}
`;
