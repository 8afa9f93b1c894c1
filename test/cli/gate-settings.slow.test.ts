import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { agent, CLOCK, gate, script, writeConfig, writeProject } from "./gate-project.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeProject(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

const MOCK = ["--mock", "answers.yaml"];
const twice = [["Who sailed?", "When?"]];

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);
const putClockIn = (): void => writeFileSync(join(folder.path, "agent.js"), agent(CLOCK));

test("an accepted break passes, and the summary names it", async () => {
  putClockIn();
  writeConfig(folder.path, "accept: [{ code: system-timestamp, reason: the clock is meant }]\n");
  const printed = await gate(folder.path, MOCK, script(twice));
  expect(printed.exit).toBe(0);
  expect(lastLine(printed.out)).toMatch(/^passed .*; accepted: CB302 in 1 pair$/);
  const report = readFileSync(join(folder.path, "reports/gate.json"), "utf8");
  expect(report).toContain("CB302 system-timestamp at /system/0, accepted: the clock is meant");
});

test("an accepted break that never occurs is a warning with its place", async () => {
  writeConfig(folder.path, "minPairs: 1\naccept:\n  - { code: CB416, reason: compaction is meant }\n", "other.yaml");
  const printed = await gate(folder.path, [...MOCK, "--config", "other.yaml"], script(twice));
  expect(printed.exit).toBe(0);
  expect(printed.out.replaceAll(/\s+/g, " ")).toContain(
    "warning HX142 gate: other.yaml:3:13: no pair has CB416; remove it from `accept`",
  );
});

test("an accepted break that another cause masks is not called needless: it occurs once that cause is fixed", async () => {
  const tools =
    '[{ name: "read", description: "Reads a file.", input_schema: { type: "object" } }].slice(messages.length > 1 ? 1 : 0)';
  const twoBugs = agent(CLOCK).replace("system, messages", `system, messages, tools: ${tools}`);
  writeFileSync(join(folder.path, "agent.js"), twoBugs);
  writeConfig(folder.path, "accept: [{ code: CB302, reason: the clock is meant }]\n");
  const both = await gate(folder.path, MOCK, script(twice));
  expect([both.exit, lastLine(both.out)]).toEqual([1, expect.stringMatching(/CB202/)]);
  expect(both.out).not.toContain("HX142");
  writeFileSync(join(folder.path, "agent.js"), agent(CLOCK));
  expect((await gate(folder.path, MOCK, script(twice))).exit).toBe(0);
});

test("gate fails if fewer pairs were compared than minPairs", async () => {
  writeConfig(folder.path, "minPairs: 2\n");
  const printed = await gate(folder.path, MOCK, script(twice));
  expect(printed.exit).toBe(1);
  expect(printed.out).toMatch(/check pairs failed\s+expected {2}at least 2 pairs of requests\s+observed {2}1 pair\s/);
});

test("gate fails if the script of --mock ends before the command does, and says so once", async () => {
  const ask =
    "import { converse } from './agent.js'; try { await converse(['Who sailed?', 'When?', 'Why?']); } catch {}";
  const printed = await gate(folder.path, MOCK, [process.execPath, "--input-type=module", "--eval", ask]);
  expect(printed.exit).toBe(1);
  expect(printed.out).toMatch(/check script failed\s.*HX411/s);
  expect(lastLine(printed.out)).toMatch(/^failed .*; the script was not followed \(HX411\)$/);
  expect(printed.err).not.toContain("HX411");
});

test("gate fails if the command leaves turns of the script over", async () => {
  writeConfig(folder.path, "parent: [{ text: Anna. }, { text: In 1873. }, { text: For ice. }]\n", "answers.yaml");
  const printed = await gate(folder.path, MOCK, script(twice));
  expect(printed.exit).toBe(1);
  expect(printed.out).toMatch(/check script failed\s.*HX412/s);
});

test.for([
  ["an unknown key", "minPair: 2\n", "HX110", "gate.yaml:1:1", "did you mean `minPairs`?"],
  ["an unknown code", "accept: [{ code: CB4l6, reason: x }]\n", "HX113", "gate.yaml:1:18", "did you mean"],
  ["no reason", "accept:\n  - code: CB416\n", "HX111", "gate.yaml:2:5", "add `reason`"],
  ["an empty reason", 'accept: [{ code: CB416, reason: "" }]\n', "HX113", "gate.yaml:1:33", "fill it in"],
  [
    "a code twice",
    "accept: [{ code: CB416, reason: a }, { code: history-compacted, reason: b }]\n",
    "HX113",
    ":1:46",
    "",
  ],
  ["no pair at all", "minPairs: 0\n", "HX113", "gate.yaml:1:11", "write 1 or more"],
  ["a list", "- CB416\n", "HX112", "gate.yaml:1:1", "write `accept:` or `minPairs:`"],
  ["nothing", "", "HX103", "gate.yaml:1:1", "write `accept:` or `minPairs:`"],
  ["broken YAML", "accept: [\n", "HX101", "gate.yaml:2:1", "close every"],
] as const)("gate refuses settings with %s before it runs the command", async ([, text, code, where, fix]) => {
  writeConfig(folder.path, text);
  const printed = await gate(folder.path, MOCK, [process.execPath, "-e", "console.log('ran')"]);
  expect(printed).toMatchObject({ exit: 2, out: "" });
  for (const part of [code, where, fix]) expect(printed.err).toContain(part);
});

test("gate refuses settings that --config names and that do not exist", async () => {
  const printed = await gate(folder.path, ["--config", "missing.yaml"], [process.execPath, "-e", "0"]);
  expect(printed).toMatchObject({ exit: 2, err: expect.stringContaining("HX511") as string });
});
