import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { allOf } from "../../../src/filters/all-of.ts";
import { allowAll } from "../../../src/filters/allow-all.ts";
import { allowMatching } from "../../../src/filters/allow-matching.ts";
import { allowTools } from "../../../src/filters/allow-tools.ts";
import { anyOf } from "../../../src/filters/any-of.ts";
import { autoMemFilter } from "../../../src/filters/auto-mem-filter.ts";
import { readOnlyFilter } from "../../../src/filters/read-only-filter.ts";
import { recordDecisions } from "../../../src/filters/record-decisions.ts";
import { schemaCheck } from "../../../src/filters/schema-check.ts";
import type { ToolCall, ToolFilter } from "../../../src/filters/tool-filter.ts";
import { makePlayground } from "./paths/path-playground.ts";

const throwing: ToolFilter = {
  name: "throwing",
  decide: () => {
    throw new Error("out of order");
  },
};

function call(tool: string, input: ToolCall["input"] = {}): ToolCall {
  return { id: "1", tool, input };
}

describe("allOf", () => {
  test.each([
    ["all allow", [allowTools(["Read"]), allowMatching(["R*"])], "allow", "allow-tools + allow-matching"],
    ["one denies", [allowAll, allowTools(["Bash"])], "deny", "allow-tools"],
    ["one throws", [allowAll, throwing], "deny", "filter-failed"],
    ["there are no filters", [], "deny", "all-of.empty"],
  ] as const)("decides if %s", async (_when, filters, decision, rule) => {
    expect(await allOf(filters).decide(call("Read"))).toMatchObject({ decision, rule });
  });
});

describe("anyOf", () => {
  test.each([
    ["the second allows", [allowTools(["Bash"]), allowMatching(["R*"])], "allow", "allow-matching"],
    ["one throws and one allows", [throwing, allowAll], "allow", "allow-all"],
    ["all deny", [allowTools(["Bash"]), allowMatching(["X*"])], "deny", "allow-matching"],
    ["there are no filters", [], "deny", "any-of.empty"],
  ] as const)("decides if %s", async (_when, filters, decision, rule) => {
    expect(await anyOf(filters).decide(call("Read"))).toMatchObject({ decision, rule });
  });
});

describe("allowMatching", () => {
  test.each([
    ["mcp__docs__*", "mcp__docs__search", "allow"],
    ["mcp__docs__*", "mcp__docs__", "allow"],
    ["mcp__docs__*", "mcp__docsx__search", "deny"],
    ["mcp__docs__*", "x_mcp__docs__search", "deny"],
    ["mcp__*__read", "mcp__a__b__read", "allow"],
    ["Read", "Read", "allow"],
    ["Read", "read", "deny"],
    ["R.ad", "Read", "deny"],
    ["a+(b)[c]", "a+(b)[c]", "allow"],
    ["*", "anything\nat all", "allow"],
    ["", "Read", "deny"],
  ])("decides for %s on %j: %s", async (pattern, tool, decision) => {
    expect(await allowMatching([pattern]).decide(call(tool))).toMatchObject({ decision });
  });
});

describe("readOnlyFilter", () => {
  test.each([
    ["Read", { file_path: "/etc/hosts" }, "allow", "tool.reads"],
    ["Bash", { command: "ls | wc -l" }, "allow", "shell.read-only"],
    ["Bash", { command: "ls > f" }, "deny", "shell.redirect"],
    ["Write", { file_path: "/x" }, "deny", "tool.not-listed"],
    ["FileEdit", { file_path: "/x" }, "deny", "tool.not-listed"],
    ["REPL", { code: "1" }, "deny", "tool.ungated-runtime"],
  ] as const)("decides on %s %j: %s", async (tool, input, decision, rule) => {
    expect(await readOnlyFilter().decide(call(tool, input))).toMatchObject({ decision, rule });
  });
});

describe("schemaCheck", async () => {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
  };
  const filter = await schemaCheck([{ name: "Read", inputSchema: schema }]);

  test.each([
    ["Read", { path: "a" }, "allow", "schema.fits"],
    ["Read", {}, "deny", "schema.misfit"],
    ["Read", { path: 1 }, "deny", "schema.misfit"],
    ["Write", { path: "a" }, "deny", "schema.undeclared-tool"],
  ] as const)("decides on %s %j: %s", async (tool, input, decision, rule) => {
    expect(await filter.decide(call(tool, input))).toMatchObject({ decision, rule });
  });

  test("names the mismatch", async () => {
    expect(await filter.decide(call("Read", { path: 1 }))).toMatchObject({
      reason: "The input does not fit the schema of Read: /path must be string.",
    });
  });

  test("leaves the declared schema unchanged", async () => {
    const before = JSON.stringify(schema);
    await schemaCheck([{ name: "Read", inputSchema: Object.freeze(schema) }]);
    expect(JSON.stringify(schema)).toBe(before);
  });

  test("refuses an invalid schema", async () => {
    const made = schemaCheck([{ name: "Read", inputSchema: { type: "nonsense" } }]);
    await expect(made).rejects.toThrow(/schema of Read cannot be read/);
  });
});

// The path rules judge where a call writes; its tool's own schema judges what else it lacks.
test("a schema check before the memory filter denies a write without content under its own rule", async () => {
  const { mem, remove } = await makePlayground([]);
  onTestFinished(remove);
  const schema = {
    type: "object",
    properties: { file_path: { type: "string" }, content: { type: "string" } },
    required: ["file_path", "content"],
  };
  const memory = await autoMemFilter({ memoryDir: mem });
  const checked = allOf([await schemaCheck([{ name: "FileWrite", inputSchema: schema }]), memory]);
  const write = (path: string, rest: object): Parameters<typeof checked.decide>[0] =>
    call("FileWrite", { file_path: path, ...rest });
  const inside = join(mem, "new.md");
  expect(await memory.decide(write(inside, {}))).toMatchObject({ decision: "allow", rule: "path.inside" });
  expect(await checked.decide(write(inside, {}))).toEqual({
    decision: "deny",
    rule: "schema.misfit",
    reason: "The input does not fit the schema of FileWrite: the input must have required property 'content'.",
  });
  expect(await checked.decide(write(inside, { content: "" }))).toMatchObject({
    decision: "allow",
    rule: "schema.fits + path.inside",
  });
  expect(await checked.decide(write("/etc/x", { content: "" }))).toMatchObject({
    decision: "deny",
    rule: "path.outside",
  });
});

test("recordDecisions keeps every decision, whether allowed, denied or failed", async () => {
  const kept = recordDecisions(allOf([allowTools(["Read", "Bash"]), readOnlyFilter()]));
  await kept.filter.decide(call("Read", { file_path: "/etc/hosts" }));
  await kept.filter.decide(call("Bash", { command: "rm x" }));
  const failed = recordDecisions(throwing);
  await failed.filter.decide(call("Read"));
  expect([...kept.decisions, ...failed.decisions].map((each) => [each.call.tool, each.decision, each.rule])).toEqual([
    ["Read", "allow", "allow-tools + tool.reads"],
    ["Bash", "deny", "shell.writes"],
    ["Read", "deny", "filter-failed"],
  ]);
});
