import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { installPackage } from "./install.ts";
import { vitestVersion } from "./testing-project.ts";

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
];
const recipes = join(import.meta.dirname, "../../harness/testing/examples/recipes");

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  installPackage(folder.path, vitestVersion(), ...CLIENTS);
  cpSync(recipes, folder.path, { recursive: true });
});
afterAll(() => folder[Symbol.dispose]());

test("each recipe records a parent on its SDK, forks it, and finds the prefix kept", () => {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--testTimeout=120000"];
  const { VITEST: _, ...outside } = process.env;
  const env = { ...outside, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder.path, encoding: "utf8", env });
  expect(stdout + stderr).toContain("5 passed (5)");
  expect(status, stdout + stderr).toBe(0);
});
