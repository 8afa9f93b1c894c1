import { expect, test } from "vitest";
import { decideTable, groupByRule } from "../../../src/filters/decide-table.ts";
import { denialBody } from "../../../src/filters/denial-body.ts";
import { readOnlyFilter } from "../../../src/filters/read-only-filter.ts";

const rows = [
  { tool: "Bash", input: { command: "ls" }, decision: "allow", rule: null },
  { tool: "Bash", input: { command: "rm x" }, decision: "deny", rule: "shell.writes" },
  { tool: "Bash", input: { command: "mv a b" }, decision: "deny", rule: "shell.network" },
  { tool: "Read", input: { file_path: "/etc/hosts" }, decision: "deny", rule: null },
] as const;

test("a decision table says for each row whether the filter decided as expected", async () => {
  const decided = await decideTable(readOnlyFilter(), rows);
  expect(decided.map(({ decision, asExpected }) => [decision.decision, decision.rule, asExpected])).toEqual([
    ["allow", "shell.read-only", true],
    ["deny", "shell.writes", true],
    ["deny", "shell.writes", false],
    ["allow", "tool.reads", false],
  ]);
  expect([...groupByRule(decided)].map(([rule, group]) => [rule, group.length])).toEqual([
    ["shell.read-only", 1],
    ["shell.writes", 2],
    ["tool.reads", 1],
  ]);
});

test("a filter that throws has denied", async () => {
  const filter = { name: "broken", decide: () => Promise.reject(new Error("no disk")) };
  expect(
    await decideTable(filter, [{ tool: "Read", input: {}, decision: "deny", rule: "filter-failed" }]),
  ).toMatchObject([{ asExpected: true, decision: { reason: "The filter broken failed: no disk" } }]);
});

test.each([
  ["shell.writes", "Print to standard output"],
  ["shell.control-character", "plainer command"],
  ["path.outside", "absolute path"],
  ["tool.nested-arguments", "unwrapped"],
  ["allow-tools", "another tool"],
])("a denial by %s says how to continue", (rule, hint) => {
  const body: unknown = JSON.parse(denialBody("Bash", { decision: "deny", rule, reason: "because" }));
  expect(body).toEqual({
    code: "tool_denied",
    tool: "Bash",
    rule,
    reason: "because",
    allowed: expect.stringMatching(/./),
    retry: expect.stringContaining(hint),
  });
});
