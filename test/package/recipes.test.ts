import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { installPackage } from "./install.ts";
import { BUGS, vitestVersion, writeTestingProject } from "./testing-project.ts";

/** The clients of the recipes, and Jest: one installation for all. */
const CLIENTS = [
  "ai@7.0.173",
  "@ai-sdk/anthropic@4.0.105",
  "@anthropic-ai/sdk@1.12.0",
  "openai@7.57.0",
  "@openai/agents@0.20.0",
  "@langchain/anthropic@1.5.11",
  "@langchain/core@1.4.0",
  "zod",
  "jest@30.5.2",
];
const recipes = join(import.meta.dirname, "../../harness/testing/examples/recipes");

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  installPackage(folder.path, vitestVersion(), ...CLIENTS);
  const jest = join(folder.path, "jest");
  mkdirSync(jest);
  writeTestingProject(jest);
  writeFileSync(join(jest, "fork.jest.mjs"), JEST_SUITE);
  cpSync(recipes, join(folder.path, "recipes"), { recursive: true });
});
afterAll(() => folder[Symbol.dispose]());

type Said = { readonly status: number | null; readonly said: string };

function node(part: string, args: readonly string[], bug?: string): Said {
  const { BUG: _bug, VITEST: _vitest, ...outside } = process.env;
  const env = { ...outside, NO_COLOR: "1", ...(bug !== undefined && { BUG: bug }) };
  const cwd = join(folder.path, part);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8", env });
  return { status, said: stdout + stderr };
}

test("each recipe records a parent on its SDK, forks it, and finds the prefix kept", () => {
  const { status, said } = node("recipes", ["../node_modules/vitest/vitest.mjs", "run", "--testTimeout=120000"]);
  expect(said).toContain("5 passed (5)");
  expect(status, said).toBe(0);
});

/** Jest loads modules in a context of its own, and ECMAScript modules only behind a flag of Node. */
const JEST = [
  "--experimental-vm-modules",
  "../node_modules/jest/bin/jest.js",
  "--testMatch=**/*.jest.mjs",
  "--testTimeout=120000",
  "--rootDir=.",
] as const;

const JEST_SUITE = `import { matchers, mockProvider, recordExchanges } from "forkproof/testing";
import { parentAndFork } from "./agent.mjs";

expect.extend(matchers);

test("the fork keeps its parent's prefix", async () => {
  await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
  const tape = recordExchanges({ fetch: mock.fetch });
  expect(await parentAndFork(tape.fetch)).toBe("All hold.");
  const [parent, fork] = tape.exchanges;
  expect(tape).toHaveNoCacheBreaks();
  expect(fork).toShareForkPrefix(parent);
  expect(fork).toHaveFirstTurnRatio({ atLeast: 0.9 });
  expect(tape).not.toHaveFinding(expect.stringMatching(/^CB2/));
});
`;

test("Jest takes the same matchers: green while the agent keeps the prefix", () => {
  const { status, said } = node("jest", JEST);
  expect(said).toContain("1 passed, 1 total");
  expect(status, said).toBe(0);
});

test.each(BUGS)("Jest is red for the bug %s, with %s in the text of the command line", (bug, code) => {
  const { status, said } = node("jest", JEST, bug);
  expect(status, said).toBe(1);
  expect(said).toContain(`forkproof explain ${code}`);
});
