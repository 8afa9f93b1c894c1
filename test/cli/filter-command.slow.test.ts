import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { main, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  mkdirSync(join(folder.path, "memory"));
  writeFileSync(join(folder.path, "memory/notes.md"), "- a note\n");
});
afterAll(() => folder[Symbol.dispose]());

function write(name: string, lines: readonly (object | string)[]): void {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  writeFileSync(join(folder.path, name), `${text}\n`);
}

function parsed(out: string): readonly Record<string, unknown>[] {
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("filter prints a decision for each call, in order, with the call unchanged", async () => {
  const notes = join(folder.path, "memory/notes.md");
  const calls = [
    { tool: "Bash", input: { command: "ls é | wc -l", _zeta: 1, trace: { b: 1, a: 2 } } },
    { tool: "Bash", input: { command: "find . -delete" } },
    { tool: "FileWrite", input: { file_path: notes, content: "" } },
    { tool: "FileWrite", input: { file_path: join(folder.path, "beside.md") } },
    { tool: "Web", input: {} },
  ];
  write("calls.jsonl", calls);
  const { exit, out, err } = await runForkproof(["filter", "--memory-dir", "memory", "calls.jsonl"], folder.path);
  const lines = parsed(out);
  expect(lines.map(({ decision, rule }) => [decision, rule])).toEqual([
    ["allow", "shell.read-only"],
    ["deny", "shell.writes"],
    ["allow", "path.inside"],
    ["deny", "path.outside"],
    ["deny", "tool.not-listed"],
  ]);
  expect(lines.map(({ tool, input }) => JSON.stringify({ tool, input }))).toEqual(
    calls.map((call) => JSON.stringify(call)),
  );
  const fields = "tool,input,decision,rule,reason";
  const own = lines.map((line) => Object.keys(line).join());
  expect(own).toEqual([`${fields},promise`, `${fields},promise`, fields, fields, fields]);
  expect({ exit, err }).toEqual({ exit: 0, err: "" });
});

test("filter uses the tool names of the client that is named", async () => {
  const notes = join(folder.path, "memory/notes.md");
  write("gemini.jsonl", [
    { tool: "run_shell_command", input: { command: "git status", dir_path: "." } },
    { tool: "replace", input: { file_path: notes, old_string: "a", new_string: "b" } },
    { tool: "Bash", input: { command: "ls" } },
  ]);
  const words = ["filter", "--memory-dir", "memory", "gemini.jsonl", "--client"];
  const { out } = await runForkproof([...words, "gemini-cli"], folder.path);
  const lines = parsed(out);
  expect(lines.map(({ decision, rule }) => [decision, rule])).toEqual([
    ["allow", "shell.read-only"],
    ["allow", "path.inside"],
    ["deny", "tool.not-listed"],
  ]);
  expect(lines[0]?.["reason"]).toContain("guarded shell");
  const unknown = await runForkproof([...words, "gemini"], folder.path);
  expect({ exit: unknown.exit, err: unknown.err }).toEqual({
    exit: 2,
    err: expect.stringMatching(/HX503[^]*gemini-cli/),
  });
});

test.each([
  [["--promise", "bsh"], /HX503[^]*did you mean "bash"/],
  [["--client", "codx"], /HX503[^]*did you mean "codex"/],
  [["--promse", "bash"], /HX502[^]*did you mean "--promise"/],
])("filter refuses %j with the nearest word", async (words, says) => {
  const { exit, err } = await runForkproof(["filter", "--memory-dir", "memory", ...words], folder.path);
  expect({ exit, err }).toEqual({ exit: 2, err: expect.stringMatching(says) });
});

test("filter prints an error for a line that is not a call, and continues", async () => {
  const deep = `{"tool":"Bash","input":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}}`;
  const texts = `{"tool":"Grep","input":{"pattern":"\\"${"[".repeat(5000)}"}}`;
  write("broken.jsonl", [
    "not JSON",
    "",
    '{"input":{}}',
    '{"tool":"Bash","input":"ls"}',
    deep,
    texts,
    { tool: "Grep" },
  ]);
  const { exit, out } = await runForkproof(["filter", "--memory-dir", "memory", "broken.jsonl"], folder.path);
  expect(parsed(out).map((line) => line["decision"] ?? `${String(line["code"])} at ${String(line["where"])}`)).toEqual([
    "HX518 at broken.jsonl:1",
    "HX518 at broken.jsonl:3",
    "HX518 at broken.jsonl:4",
    "HX518 at broken.jsonl:5",
    "allow",
    "allow",
  ]);
  expect(exit).toBe(2);
});

test("filter prints an error for a line without a call, and ignores a byte order mark", async () => {
  writeFileSync(join(folder.path, "empty.jsonl"), "\n\n");
  const empty = await runForkproof(["filter", "--memory-dir", "memory", "empty.jsonl"], folder.path);
  expect({ exit: empty.exit, out: empty.out }).toEqual({ exit: 2, out: "" });
  expect(empty.err).toMatch(/HX518[^]*holds no tool call/);
  write("marked.jsonl", [`\uFEFF${JSON.stringify({ tool: "Grep" })}`]);
  const marked = await runForkproof(["filter", "--memory-dir", "memory", "marked.jsonl"], folder.path);
  expect(parsed(marked.out).map(({ decision }) => decision)).toEqual(["allow"]);
});

test("filter answers each line of standard input before the next one arrives", async () => {
  const child = spawn(process.execPath, [main, "filter", "--memory-dir", "memory"], { cwd: folder.path, env: {} });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const [command, decision] of [
    ["ls", "allow"],
    ["rm x", "deny"],
    ["pwd", "allow"],
  ] as const) {
    child.stdin.write(`${JSON.stringify({ tool: "Bash", input: { command } })}\n`);
    const { value } = await answers.next();
    expect(JSON.parse(String(value))).toMatchObject({ input: { command }, decision });
  }
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
});

test("filter accepts ten thousand lines in one go", async () => {
  const commands = ["ls -la | grep x", "rm -rf /", "cat notes.md", "sort -o a b", "git log --oneline -5"];
  write(
    "many.jsonl",
    Array.from({ length: 10_000 }, (_, at) => ({ tool: "Bash", input: { command: commands[at % commands.length] } })),
  );
  const { exit, out } = await runForkproof(["filter", "--memory-dir", "memory", "many.jsonl"], folder.path);
  const decisions = parsed(out).map(({ decision }) => decision);
  expect(decisions.length).toBe(10_000);
  expect(decisions.slice(-5)).toEqual(["allow", "deny", "allow", "deny", "allow"]);
  expect(exit).toBe(0);
});

test.each([
  [["filter"], "HX504  the memory folder is missing"],
  [["filter", "--memory-dir", "none"], "HX191  "],
  [["filter", "--memory-dir", "calls.jsonl"], "HX191  "],
  [["filter", "--memory-dir", "memory", "none.jsonl"], "HX511  "],
])("filter refuses the arguments %j", async (args, message) => {
  write("calls.jsonl", [{ tool: "Grep" }]);
  const { exit, out, err } = await runForkproof(args, folder.path);
  expect(err).toContain(message);
  expect({ exit: exit > 0, out }).toEqual({ exit: true, out: "" });
});

test("filter ends quietly if its reader goes away", async () => {
  write(
    "many.jsonl",
    Array.from({ length: 2000 }, () => ({ tool: "Bash", input: { command: "ls" } })),
  );
  const line = `"${process.execPath}" "${main}" filter --memory-dir memory many.jsonl | head -1`;
  const { out, err } = await new Promise<{ out: string; err: string }>((settle, fail) => {
    execFile("/bin/sh", ["-c", line], { cwd: folder.path }, (fault, out, err) =>
      fault ? fail(fault) : settle({ out, err }),
    );
  });
  expect(parsed(out).length).toBe(1);
  expect(err).toBe("");
});

test("filter takes a line separator of Unicode in standard input for a character of its line", async () => {
  const child = spawn(process.execPath, [main, "filter", "--memory-dir", "memory"], { cwd: folder.path });
  const commands = ["echo 'a\u2028b'", "pwd"];
  child.stdin.end(commands.map((command) => JSON.stringify({ tool: "Bash", input: { command } })).join("\r\n"));
  let out = "";
  for await (const chunk of child.stdout) out += String(chunk);
  const decided = parsed(out).map(({ input, decision }) => ({ input, decision }));
  expect(decided).toEqual(commands.map((command) => ({ input: { command }, decision: "allow" })));
});
