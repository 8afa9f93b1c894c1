import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { main } from "../cli/run-forkproof.ts";

/** The examples next to the code, as a user runs them. `.ci/run` installs both languages; elsewhere what is missing is skipped. */
const examples = join(import.meta.dirname, "../../harness/testing/examples");

/** The bugs of test/package/testing-project.ts. */
const BUGS = [
  ["system", "CB301"],
  ["order", "CB203"],
  ["tool", "CB202"],
  ["history", "CB405"],
  ["breakpoint", "CB501"],
] as const;

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  cpSync(examples, folder.path, { recursive: true });
});
afterAll(() => folder[Symbol.dispose]());

function run(part: string, [program, ...args]: Command, bug?: string): { status: number | null; said: string } {
  const { BUG: _, ...outside } = process.env;
  const env = {
    ...outside,
    FORKPROOF: `${process.execPath} ${main}`,
    GOPROXY: "off",
    PYTHONDONTWRITEBYTECODE: "1",
    ...(bug !== undefined && { BUG: bug }),
  };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: join(folder.path, part), encoding: "utf8", env });
  return { status, said: `${stdout}${stderr}` };
}

type Command = readonly [program: string, ...args: string[]];

const pytest: Command = ["/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
const hasPytest = spawnSync(pytest[0], [...pytest.slice(1), "--version"]).status === 0;
const hasGo = spawnSync("go", ["version"]).status === 0;
if (!hasPytest) console.warn("NOT RUN: the pytest example, since Debian's python3-pytest is not installed");
if (!hasGo) console.warn("NOT RUN: the Go example, since Debian's golang-go is not installed");

describe.skipIf(!hasPytest)("the pytest example", () => {
  test("is green while the agent keeps the prefix", () => {
    const { status, said } = run("pytest", pytest);
    expect(status, said).toBe(0);
    expect(said).toContain("1 passed");
  });

  test.each(BUGS)("is red for the bug %s, with %s", (bug, code) => {
    const { status, said } = run("pytest", pytest, bug);
    expect(status, said).toBe(1);
    expect(said).toMatch(new RegExp(`item: ['"]${code} `));
  });
});

describe.skipIf(!hasGo)("the Go example", () => {
  const suite: Command = ["./agent.test", "-test.v"];
  beforeAll(() => {
    const { status, said } = run("go", ["go", "test", "-c", "-o", "agent.test", "."]);
    if (status !== 0) throw new Error(`the Go example does not compile: ${said}`);
  });

  test("is green while the agent keeps the prefix", () => {
    const { status, said } = run("go", suite);
    expect(status, said).toBe(0);
    expect(said).toContain("--- PASS: TestForkKeepsItsParentsPrefix");
  });

  test.each(BUGS)("is red for the bug %s, with %s", (bug, code) => {
    const { status, said } = run("go", suite, bug);
    expect(status, said).toBe(1);
    expect(said).toContain(`agent_test.go:21: ${code} `);
  });
});
