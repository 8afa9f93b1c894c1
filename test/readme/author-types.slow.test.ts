import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { shownFile } from "./documents.ts";

// Authors copy it into TypeScript, under whatever flags they have: it is held to ours.
test("the agent in the fork library's README is valid TypeScript in strict mode", async () => {
  const agent = shownFile("my-agent.mjs");
  const folder = mkdtempSync(join(tmpdir(), "forkproof-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "my-agent.mts"), agent);
  const compilerOptions = {
    paths: { forkproof: [resolve("src/index.ts")] },
    typeRoots: [resolve("node_modules/@types")],
  };
  const config = { extends: resolve("tsconfig.json"), compilerOptions, include: ["*.mts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const ended = Promise.withResolvers<{ readonly code: unknown; readonly out: string }>();
  const args = [resolve("node_modules/typescript/bin/tsc"), "-p", folder];
  execFile(process.execPath, args, (fault, out) => ended.resolve({ code: fault?.code ?? 0, out }));
  const told = await ended.promise;
  expect(agent).toContain('from "forkproof"');
  expect(told).toEqual({ code: 0, out: "" });
});
