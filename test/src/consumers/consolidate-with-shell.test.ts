import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consolidateMemory } from "../../../src/consumers/consolidate-memory.ts";
import { openShell } from "../../../src/filters/shell/run/open-shell.ts";
import { DefaultForkSubagent } from "../../../src/fork/default-fork-subagent.ts";
import { capture } from "../support/parents.ts";
import { echo } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const memoryDir = temporaryFolder();
writeFileSync(join(memoryDir, "MEMORY.md"), "- a line\n");

const commands = ["wc -l < MEMORY.md | tr -d ' '; echo ran here", "git --version", "rm MEMORY.md"];
const calls = commands.map((command, at) => ({ call: "Bash", id: `t${at}`, input: JSON.stringify({ command }) }));

function script(): ScriptedClient {
  return new ScriptedClient([says({ blocks: calls }), says({ blocks: [{ text: "Done." }] })]);
}

const forks = new DefaultForkSubagent();
const parent = capture();

test.skipIf(process.platform === "win32")("a memory fork's guarded shell runs allowed commands and git", async () => {
  const shell = await openShell({ cwd: memoryDir });
  const llm = script();
  const { run, audit } = await consolidateMemory({ forks, parent, llm, tools: echo, memoryDir, shell });
  await shell.close();
  expect(run.decisions.map(({ decision, rule }) => [decision, rule])).toEqual([
    ["allow", "shell.read-only"],
    ["allow", "shell.read-only"],
    ["deny", "shell.writes"],
  ]);
  const confinement = { by: shell.confinement, limitsProcesses: shell.limitsProcesses };
  expect(run.decisions.map((each) => each.confinement)).toEqual([confinement, confinement, confinement]);
  expect(run.decisions.map(({ promise }) => promise)).not.toContain(undefined);
  expect(llm.bodies[1]).toContain("1\\nran here");
  expect(llm.bodies[1]).toContain("git version");
  expect(audit.outcome).toBe("clean");
});

test("a memory fork without a guarded shell is denied git, since a repository could name programs to run", async () => {
  const { run } = await consolidateMemory({ forks, parent, llm: script(), tools: echo, memoryDir });
  expect(run.decisions[1]).toMatchObject({ decision: "deny", rule: "shell.needs-guard" });
});
