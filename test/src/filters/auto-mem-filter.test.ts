import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { autoMemFilter, type AutoMemFilter } from "../../../src/filters/auto-mem-filter.ts";
import { MemoryFolderError } from "../../../src/filters/paths/memory-folder.ts";
import type { Decision, ToolCall } from "../../../src/filters/tool-filter.ts";
import { qwenCodeNames } from "../../../src/filters/tools/vocabularies.ts";

let root: string;
let mem: string;
let filter: AutoMemFilter;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "auto-mem-")));
  mem = join(root, "mem");
  mkdirSync(join(mem, "sub"), { recursive: true });
  mkdirSync(join(root, "mem-evil"));
  writeFileSync(join(mem, "foo.md"), "note");
  writeFileSync(join(root, "outside.md"), "secret");
  symlinkSync("../outside.md", join(mem, "escape.md"));
  symlinkSync("../nowhere.md", join(mem, "dangling.md"));
  linkSync(join(root, "outside.md"), join(mem, "hard.md"));
  symlinkSync("mem", join(root, "alias"));
  filter = await autoMemFilter({ memoryDir: mem, runtime: (gate) => ({ gate }) });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

type Row = readonly [
  origin: string,
  tool: string,
  input: ToolCall["input"],
  decision: Decision["decision"],
  rule: string,
];

/** The unit tests of nexo-rs by their names (lordmacu/nexo-rs, crates/fork, eec3f33), its paths, and ours. */
const rows: readonly Row[] = [
  ["allows_repl_unrestricted", "REPL", { code: "anything" }, "allow", "tool.gated-runtime"],
  ["allows_file_read_grep_glob", "FileRead", { file_path: "/etc/hosts" }, "allow", "tool.reads"],
  ["allows_file_read_grep_glob", "Grep", { pattern: "foo" }, "allow", "tool.reads"],
  ["allows_file_read_grep_glob", "Glob", { pattern: "**/*.md" }, "allow", "tool.reads"],
  ["allows_bash_read_only", "Bash", { command: "ls -la ./d" }, "allow", "shell.read-only"],
  ["allows_bash_read_only", "Bash", { command: "grep foo bar.txt | head" }, "allow", "shell.read-only"],
  ["denies_bash_destructive", "Bash", { command: "rm -rf /" }, "deny", "shell.writes"],
  ["denies_bash_destructive", "Bash", { command: "git push --force" }, "deny", "shell.unknown-subcommand"],
  ["denies_bash_subshell", "Bash", { command: "echo $(rm -rf /)" }, "deny", "shell.writes"],
  ["denies_bash_missing_command_arg", "Bash", {}, "deny", "shell.empty"],
  ["denies_unknown_tool", "UnknownTool", {}, "deny", "tool.not-listed"],
  ["denies_unknown_tool", "Web", {}, "deny", "tool.not-listed"],
  ["allows_edit_existing_inside_memdir", "FileEdit", { file_path: "{mem}/foo.md" }, "allow", "path.inside"],
  ["allows_write_new_file_inside_memdir", "FileWrite", { file_path: "{mem}/new.md" }, "allow", "path.inside"],
  ["denies_edit_outside_memdir", "FileEdit", { file_path: "/etc/hosts" }, "deny", "path.outside"],
  ["denies_relative_path", "FileEdit", { file_path: "relative/foo.md" }, "deny", "path.relative"],
  ["denies_relative_path", "FileWrite", { file_path: "./bar.md" }, "deny", "path.relative"],
  [
    "denies_traversal_dotdot_escape",
    "FileEdit",
    { file_path: "{mem}/../../etc/passwd" },
    "deny",
    "path.missing-parent",
  ],
  ["denies_symlink_pointing_outside_memdir", "FileEdit", { file_path: "{mem}/escape.md" }, "deny", "path.symlink"],
  ["denies_file_path_missing", "FileEdit", {}, "deny", "path.missing"],
  ["denies_file_path_missing", "FileWrite", { other: "x" }, "deny", "path.missing"],
  ["denies_file_path_non_string", "FileEdit", { file_path: 123 }, "deny", "path.missing"],
  ["denies_file_path_non_string", "FileEdit", { file_path: null }, "deny", "path.missing"],
  [
    "denies_write_when_parent_missing",
    "FileWrite",
    { file_path: "{mem}/no_such/foo.md" },
    "deny",
    "path.missing-parent",
  ],
  ["flat_args_anthropic_shape", "FileEdit", { file_path: "{mem}/foo.md", old_string: "a" }, "allow", "path.inside"],
  ["extra_metadata_keys_ignored", "Bash", { command: "ls", trace_id: "t", provider: "p" }, "allow", "shell.read-only"],
  ["nested_args_unsupported_explicit", "Bash", { arguments: { command: "ls" } }, "deny", "tool.nested-arguments"],
  // what nexo-rs allows on paths, and what it rightly does
  ["nexo-rs paths: the directory itself", "FileWrite", { file_path: "{mem}" }, "deny", "path.folder"],
  ["nexo-rs paths: trailing slash", "FileWrite", { file_path: "{mem}/new/" }, "deny", "path.folder"],
  ["nexo-rs paths: dangling symlink", "FileWrite", { file_path: "{mem}/dangling.md" }, "deny", "path.symlink"],
  ["nexo-rs paths: hard link", "FileEdit", { file_path: "{mem}/hard.md" }, "deny", "path.hard-link"],
  ["nexo-rs paths: lock file", "FileWrite", { file_path: "{mem}/.consolidate-lock" }, "deny", "path.protected"],
  ["nexo-rs paths: name prefix", "FileWrite", { file_path: "{root}/mem-evil/x.md" }, "deny", "path.outside"],
  ["nexo-rs paths: through a symlink to it", "FileWrite", { file_path: "{root}/alias/new.md" }, "allow", "path.inside"],
  ["nexo-rs paths: inside by ..", "FileEdit", { file_path: "{mem}/sub/../foo.md" }, "allow", "path.inside"],
  ["nexo-rs paths: tilde", "FileWrite", { file_path: "~/x" }, "deny", "path.relative"],
  ["nexo-rs paths: empty", "FileWrite", { file_path: "" }, "deny", "path.missing"],
  // every tool, not three by accident
  ["flat for every tool", "REPL", { input: { code: "1" } }, "deny", "tool.nested-arguments"],
  ["flat for every tool", "FileRead", { arguments: { file_path: "/etc/hosts" } }, "deny", "tool.nested-arguments"],
  ["flat for every tool", "Grep", { params: '{"pattern":"x"}' }, "deny", "tool.nested-arguments"],
  ["flat for every tool", "FileWrite", { wrapped: { file_path: "{mem}/a.md" } }, "deny", "tool.nested-arguments"],
  ["flat for every tool", "Bash", { command: "ls", arguments: { command: "rm x" } }, "deny", "tool.nested-arguments"],
  // an unchecked argument may change what runs
  ["known arguments", "Bash", { command: "ls", description: "d", timeout: 5 }, "allow", "shell.read-only"],
  ["known arguments", "Bash", { command: "ls", env: { LD_PRELOAD: "x" } }, "deny", "tool.unknown-argument"],
  ["known arguments", "Bash", { command: "ls", shell: "python3" }, "deny", "tool.unknown-argument"],
  ["known arguments", "Bash", { command: "ls", script: "rm x" }, "deny", "tool.unknown-argument"],
  ["known arguments", "Bash", { command: "ls", cmd: "rm x" }, "deny", "tool.unknown-argument"],
  ["known arguments", "Bash", { command: "ls", cwd: "/x" }, "deny", "tool.unknown-argument"],
  ["known arguments", "Bash", { command: "ls", dangerouslyDisableSandbox: true }, "deny", "tool.unknown-argument"],
  ["known arguments", "Bash", { command: "ls", _trace: 1, spanId: "s" }, "allow", "shell.read-only"],
  ["known arguments", "FileWrite", { file_path: "{mem}/new.md", path: "/etc/x" }, "deny", "tool.unknown-argument"],
  ["known arguments", "FileEdit", { path: "{mem}/foo.md" }, "deny", "path.missing"],
  ["known arguments", "Read", {}, "deny", "path.missing"],
  ["known arguments", "Read", { file_path: 7 }, "deny", "path.missing"],
  ["known arguments", "Read", { file_path: "/a", path: "/b" }, "deny", "tool.unknown-argument"],
  // git runs what a repository's config names, unless the shell is guarded
  ["the shell", "Bash", { command: "git status" }, "deny", "shell.needs-guard"],
  ["the shell", "Bash", { command: "ls && timeout 5 git log" }, "deny", "shell.needs-guard"],
  ["the shell", "Bash", { command: "grep git f" }, "allow", "shell.read-only"],
  // a list where the tool takes a text: a shell that joins it runs something else
  ["a list", "Bash", { command: ["ls", ";rm -rf /tmp/x"] }, "deny", "shell.words"],
  ["a keyword behind a continued line", "Bash", { command: "ls\n\\\nthen " }, "deny", "shell.syntax"],
  ["nothing but continued lines", "Bash", { command: " \\\n\\\n\n" }, "deny", "shell.empty"],
  ["a list", "Bash", { command: ["ls"] }, "deny", "shell.words"],
  ["a list", "Bash", { command: [] }, "deny", "shell.words"],
  ["a list", "Bash", { command: [["ls"]] }, "deny", "shell.words"],
  ["a list", "Bash", { command: { 0: "ls" } }, "deny", "shell.empty"],
  ["names are exact", "bash", { command: "ls" }, "deny", "tool.not-listed"],
  ["Claude Code's names", "Write", { file_path: "{mem}/new.md" }, "allow", "path.inside"],
  ["Claude Code's names", "Edit", { file_path: "{root}/outside.md" }, "deny", "path.outside"],
  ["Claude Code's names", "Read", { file_path: "/etc/hosts" }, "allow", "tool.reads"],
];

test.each(rows)("the memory filter decides by %s: %s %j is %s", async (_origin, tool, input, decision, rule) => {
  expect(await filter.decide({ id: "1", tool, input: filled(input) })).toMatchObject({ decision, rule });
});

describe("the reason of a denial", () => {
  test("names the rule for a command", async () => {
    expect((await filter.decide({ id: "1", tool: "Bash", input: { command: "rm x" } })).reason).toMatch(
      /read-only.*ls/,
    );
  });

  test("names the memory folder for a file", async () => {
    const { reason } = await filter.decide({ id: "1", tool: "FileEdit", input: { file_path: "/etc/hosts" } });
    expect(reason).toContain(mem);
    expect(reason).toContain("memory directory");
  });

  test("names the allowed tools for another tool", async () => {
    const { reason } = await filter.decide({ id: "1", tool: "Web", input: {} });
    for (const part of ["FileRead", "Grep", "Glob", mem]) expect(reason).toContain(part);
  });
});

describe("the tool REPL", () => {
  const call = { id: "1", tool: "REPL", input: { code: "1" } };

  test("is denied without a runtime", async () => {
    const bare = await autoMemFilter({ memoryDir: mem });
    expect(await bare.decide(call)).toMatchObject({ decision: "deny", rule: "tool.ungated-runtime" });
  });

  test("is denied with a runtime that another filter gates", async () => {
    const other = await autoMemFilter({ memoryDir: mem });
    const foreign = await autoMemFilter({ memoryDir: mem, runtime: () => ({ gate: other }) });
    expect(await foreign.decide(call)).toMatchObject({ decision: "deny", rule: "tool.ungated-runtime" });
  });
});

describe("the memory folder", () => {
  test("is resolved through symlinks", async () => {
    expect((await autoMemFilter({ memoryDir: join(root, "alias") })).folder.path).toBe(mem);
  });

  test.each([
    ["missing", () => join(root, "none"), /does not exist/],
    ["a file", () => join(root, "outside.md"), /not a folder/],
    ["relative", () => "mem", /not an absolute path/],
    ["the root", () => "/", /root of a file system/],
  ])("is refused when %s", async (_what, dir, message) => {
    const made = autoMemFilter({ memoryDir: dir() });
    await expect(made).rejects.toThrow(message);
    await expect(made).rejects.toBeInstanceOf(MemoryFolderError);
  });

  test("is refused at dispatch if another folder has replaced it", async () => {
    const dir = join(root, "swapped");
    mkdirSync(dir);
    const early = await autoMemFilter({ memoryDir: dir });
    rmSync(dir, { recursive: true });
    symlinkSync(root, dir);
    const call = { id: "1", tool: "FileWrite", input: { file_path: join(dir, "x.md") } };
    expect(await early.decide(call)).toMatchObject({ decision: "deny", rule: "path.folder-replaced" });
  });
});

describe("a filter with read roots", () => {
  test.each([
    ["FileRead", { file_path: "{mem}/foo.md" }, "allow"],
    ["FileRead", { file_path: "{root}/outside.md" }, "deny"],
    ["FileRead", { file_path: "{mem}/escape.md" }, "deny"],
    ["FileRead", { file_path: "{mem}/../outside.md" }, "deny"],
    ["FileRead", { file_path: "foo.md" }, "deny"],
    ["FileRead", {}, "deny"],
    ["Grep", { pattern: "x", path: "{mem}" }, "allow"],
    ["Grep", { pattern: "x" }, "deny"],
    ["Glob", { pattern: "**/*.md", path: "{mem}" }, "allow"],
    ["Glob", { pattern: "../*.md", path: "{mem}" }, "deny"],
    ["Glob", { pattern: "{a,../b}/*", path: "{mem}" }, "deny"],
    ["Glob", { pattern: "/etc/*", path: "{mem}" }, "deny"],
  ] as const)("decides %s %j: %s", async (tool, input, decision) => {
    const bounded = await autoMemFilter({ memoryDir: mem, readRoots: [mem] });
    expect((await bounded.decide({ id: "1", tool, input: filled(input) })).decision).toBe(decision);
  });
});

test("the memory filter uses the tool names of the given client", async () => {
  const named = await autoMemFilter({ memoryDir: mem, vocabulary: qwenCodeNames });
  const decided = (tool: string, input: ToolCall["input"]): Promise<Decision> | Decision =>
    named.decide({ id: "1", tool, input });
  expect(await decided("run_shell_command", { command: "rm x" })).toMatchObject({ rule: "shell.writes" });
  expect(await decided("write_file", { file_path: join(mem, "a.md") })).toMatchObject({ rule: "path.inside" });
  expect(await decided("Bash", { command: "ls" })).toMatchObject({ rule: "tool.not-listed" });
});

function filled(input: ToolCall["input"]): ToolCall["input"] {
  return JSON.parse(JSON.stringify(input).replaceAll("{mem}", mem).replaceAll("{root}", root)) as ToolCall["input"];
}

test("a guarded shell may run git, and the reason names the condition", async () => {
  const guarded = await autoMemFilter({ memoryDir: filter.folder.path, shell: "guarded" });
  const said = await guarded.decide({ id: "1", tool: "Bash", input: { command: "git status && ls" } });
  expect(said).toMatchObject({
    decision: "allow",
    rule: "shell.read-only",
    reason: expect.stringContaining("openShell"),
  });
  const passed = await guarded.decide({ id: "1", tool: "Bash", input: { command: "/usr/bin/git status" } });
  expect(passed).toMatchObject({ decision: "deny", rule: "shell.runs-programs" });
});
