import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { autoMemFilter } from "../../../src/filters/auto-mem-filter.ts";
import { decideSafely } from "../../../src/filters/decide-safely.ts";
import type { ToolCall } from "../../../src/filters/tool-filter.ts";
import { vocabularies } from "../../../src/filters/tools/vocabularies.ts";
import { editMemoryFile, writeMemoryFile, type WriteOutcome } from "../../../src/filters/write-memory-file.ts";

const mem = realpathSync(mkdtempSync(join(tmpdir(), "client-tools-")));
const notes = join(mem, "notes.md");
beforeEach(() => writeFileSync(notes, "one two two"));
afterAll(() => rmSync(mem, { recursive: true, force: true }));

async function run(
  client: string,
  tool: string,
  input: ToolCall["input"],
): Promise<readonly [string, WriteOutcome | null]> {
  const vocabulary = vocabularies.find(({ name }) => name === client);
  const filter = await autoMemFilter({ memoryDir: mem, ...(vocabulary && { vocabulary }) });
  const call = { id: "1", tool, input };
  const { decision } = await filter.decide(call);
  if (decision === "deny") return [decision, null];
  return [decision, await ("content" in input ? writeMemoryFile : editMemoryFile)(filter, call)];
}

describe("a call with a client's own arguments is allowed and carried out", () => {
  test.each([
    ["canonical", "FileEdit", { file_path: notes, old_string: "one", new_string: "1" }, "1 two two"],
    ["claude-code", "Edit", { file_path: notes, old_string: "two", new_string: "2", replace_all: true }, "one 2 2"],
    ["qwen-code", "edit", { file_path: notes, old_string: "one", new_string: "1" }, "1 two two"],
    [
      "gemini-cli",
      "replace",
      { file_path: notes, old_string: "two", new_string: "2", allow_multiple: true },
      "one 2 2",
    ],
    ["opencode", "edit", { filePath: notes, oldString: "two", newString: "2", replaceAll: true }, "one 2 2"],
    [
      "pi",
      "edit",
      {
        path: notes,
        edits: [
          { oldText: "one", newText: "1" },
          { oldText: "1 two", newText: "2" },
        ],
      },
      "2 two",
    ],
    ["canonical", "FileWrite", { file_path: notes, content: "x" }, "x"],
    ["claude-code", "Write", { file_path: notes, content: "x" }, "x"],
    ["qwen-code", "write_file", { file_path: notes, content: "x", record_as_artifact: false }, "x"],
    ["gemini-cli", "write_file", { file_path: notes, content: "x" }, "x"],
    ["opencode", "write", { filePath: notes, content: "x" }, "x"],
    ["pi", "write", { path: notes, content: "x" }, "x"],
  ] as const)("for %s %s %j", async (client, tool, input, text) => {
    const [decision, outcome] = await run(client, tool, input);
    expect({ decision, wrote: outcome?.wrote, isError: outcome?.isError }).toEqual({
      decision: "allow",
      wrote: "notes.md",
      isError: false,
    });
    expect(readFileSync(notes, "utf8")).toBe(text);
  });

  test.each([
    [{ edits: [] }, /in edits must be texts/],
    [{ edits: "all" }, /in edits must be texts/],
    [
      {
        edits: [
          { oldText: "one", newText: "1" },
          { oldText: "three", newText: "3" },
        ],
      },
      /oldText does not stand/,
    ],
    [{ edits: [{ oldText: "two", newText: "2" }] }, /oldText stands in the file 2 times/],
  ])("but pi's edits %j change nothing", async (input, message) => {
    const [, outcome] = await run("pi", "edit", { path: notes, ...input });
    expect(outcome).toEqual({ content: expect.stringMatching(message), isError: true, wrote: null });
    expect(readFileSync(notes, "utf8")).toBe("one two two");
  });
});

describe("the filter of a memory fork", () => {
  let decide: (tool: string, input: ToolCall["input"]) => Promise<{ decision: string; rule: string }>;
  beforeAll(async () => {
    const filter = await autoMemFilter({ memoryDir: mem });
    decide = async (tool, input) => filter.decide({ id: "1", tool, input });
  });

  test.each(["arguments", "args", "kwargs", "input", "parameters", "params", "tool_input", "function", "payload"])(
    "denies arguments that are wrapped in %s",
    async (key) => {
      for (const wrapped of [{ x: 1 }, '{"x":1}']) {
        expect(await decide("Grep", { [key]: wrapped })).toMatchObject({ rule: "tool.nested-arguments" });
      }
    },
  );

  test.each([
    ["FileRead", { file_path: "/dev/zero" }],
    ["FileRead", { file_path: "/dev/../dev/zero" }],
    ["Grep", { pattern: "x", path: "/dev/zero" }],
  ])("denies reading a special file: %s %j", async (tool, input) => {
    expect(await decide(tool, input)).toMatchObject({ decision: "deny", rule: "path.special-file" });
  });

  test("writes only texts", async () => {
    for (const content of [{ a: 1 }, null, 7, ["x"]]) {
      expect(await decide("FileWrite", { file_path: notes, content })).toMatchObject({ rule: "tool.content" });
    }
  });

  test.each(["/dev", "/root", "/home", "/etc", "/proc/self"])("cannot be made for %s", async (memoryDir) => {
    await expect(autoMemFilter({ memoryDir })).rejects.toThrow(/folder of the system or a home|does not exist/);
  });

  test("names a client's own tools in its denials", async () => {
    const vocabulary = vocabularies.find(({ name }) => name === "pi");
    const filter = await autoMemFilter({ memoryDir: mem, ...(vocabulary && { vocabulary }) });
    const { reason } = await filter.decide({ id: "1", tool: "web", input: {} });
    expect(reason).toMatch(/read and read-only commands by bash may, and edit, write inside/);
  });
});

test.each([undefined, null, {}, { decision: "yes", rule: "r", reason: "" }])(
  "a filter that returns %j has denied",
  async (said) => {
    const filter = { name: "odd", decide: () => JSON.parse(JSON.stringify(said ?? null)) };
    expect(await decideSafely(filter, { id: "1", tool: "x", input: {} })).toMatchObject({
      decision: "deny",
      rule: "filter-failed",
    });
  },
);
