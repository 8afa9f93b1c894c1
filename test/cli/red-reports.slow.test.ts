import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runForkproof } from "./run-forkproof.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-red-"));
  mkdirSync(join(folder, "scenarios"));
  const source = resolve(import.meta.dirname, "../../fixtures/cassettes/scripted-parent");
  const head = `parent: { source: ${source}, exchange: reading-3 }\nfork: { strategy: pass-through, prompt: go }\n`;
  writeFileSync(join(folder, "scenarios/a.yaml"), `name: a\n${head}provider: { script: [{ text: A. }] }\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GITHUB = { GITHUB_ACTIONS: "true", CI: "true" };

it("a run that cannot begin is red in JUnit, Markdown and annotations", async () => {
  writeFileSync(join(folder, "broken.yaml"), "name: b\nparnet: 1\n");
  const args = ["run", "broken.yaml", "--reporter", "junit=junit.xml", "--reporter", "markdown=summary.md"];
  const { exit, out } = await runForkproof(args, folder, GITHUB);
  expect(exit).toBe(2);
  expect(out).toMatch(/^::error title=forkproof::HX\d+ .*broken\.yaml/m);
  expect(readFileSync(join(folder, "junit.xml"), "utf8")).toMatch(
    /<testsuites name="forkproof" tests="1" failures="0" errors="1"/,
  );
  expect(readFileSync(join(folder, "summary.md"), "utf8")).toMatch(/errored[^]*broken\.yaml/);
});

it("a run that only a gate of the command line fails is red in JUnit, Markdown and annotations", async () => {
  const baseline = ["--baseline", "base.jsonl"];
  expect((await runForkproof(["run", ...baseline, "--update-baseline"], folder)).exit).toBe(0);
  const text = readFileSync(join(folder, "base.jsonl"), "utf8").replace('"jobs":1', '"jobs":2');
  writeFileSync(
    join(folder, "base.jsonl"),
    `${text}${text.trimEnd().split("\n").at(-1)?.replace('"a"', '"gone"').replace("a.yaml", "gone.yaml")}\n`,
  );
  const args = ["run", ...baseline, "--reporter", "junit=junit.xml", "--reporter", "markdown=summary.md"];
  const { exit, out } = await runForkproof(args, folder, GITHUB);
  expect(exit).toBe(1);
  expect(out).toMatch(/^::error .*vanished/m);
  expect(readFileSync(join(folder, "junit.xml"), "utf8")).toMatch(
    /<testsuites name="forkproof" tests="2" failures="0" errors="1"/,
  );
  expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("vanished");
});
