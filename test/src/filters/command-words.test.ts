import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { autoMemFilter } from "../../../src/filters/auto-mem-filter.ts";
import { codexNames, vocabularies } from "../../../src/filters/tools/vocabularies.ts";
import type { Decision } from "../../../src/filters/tool-filter.ts";

const wordRows: readonly (readonly [words: readonly unknown[], decision: Decision["decision"], rule: string])[] = [
  [["bash", "-lc", "ls | wc"], "allow", "shell.read-only"],
  [["/usr/bin/bash", "-c", "ls"], "allow", "shell.read-only"],
  [["/bin/bash", "-c", "ls"], "allow", "shell.read-only"],
  [["/usrbash", "-c", "ls"], "deny", "shell.unknown-command"],
  [["bash", "-lc", "rm x"], "deny", "shell.writes"],
  [["ls", "-la", "a b; rm x"], "allow", "shell.read-only"],
  [["rm", "x"], "deny", "shell.writes"],
  [["sh", "-c", "ls"], "deny", "shell.runs-programs"],
  [["bash", "-c", "ls", "x"], "deny", "shell.runs-programs"],
  [["FOO=1", "ls"], "deny", "shell.unknown-command"],
  [[], "deny", "shell.empty"],
  [["ls", 1], "deny", "shell.empty"],
];

test.each(wordRows)("a command as a list of words is judged by them: %j is %s", async (command, decision, rule) => {
  const named = await autoMemFilter({ memoryDir: tmpdir(), vocabulary: codexNames });
  expect(await named.decide({ id: "1", tool: "shell", input: { command } })).toMatchObject({ decision, rule });
});

test.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  "the filter for %s accepts a list of words only from tools that declare it",
  async (_name, vocabulary) => {
    const named = await autoMemFilter({ memoryDir: tmpdir(), vocabulary });
    const shells = vocabulary.tools.filter(({ tool }) => tool === "Bash");
    expect(shells.length).toBeGreaterThan(0);
    for (const { wire, command = "command", takesWords } of shells) {
      const input = { [command]: ["ls", ";touch x"] };
      const { decision } = await named.decide({ id: "1", tool: wire, input });
      expect([wire, decision]).toEqual([wire, takesWords === true ? "allow" : "deny"]);
    }
  },
);
