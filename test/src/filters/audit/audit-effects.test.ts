import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditEffects, type Audit, type Dispatched } from "../../../../src/filters/audit/audit-effects.ts";
import { compareSnapshots } from "../../../../src/filters/audit/snapshot.ts";
import { takeSnapshot } from "../../../../src/filters/audit/take-snapshot.ts";
import { autoMemFilter, type AutoMemFilter } from "../../../../src/filters/auto-mem-filter.ts";
import { recordDecisions } from "../../../../src/filters/record-decisions.ts";
import type { ToolCall } from "../../../../src/filters/tool-filter.ts";
import { editMemoryFile, writeMemoryFile } from "../../../../src/filters/write-memory-file.ts";
import { makePlayground, type Playground } from "../paths/path-playground.ts";

let playground: Playground;
let filter: AutoMemFilter;
beforeEach(async () => {
  playground = await makePlayground([]);
  filter = await autoMemFilter({ memoryDir: playground.mem });
});
afterEach(() => playground.remove());

type Run = (call: ToolCall) => Promise<Omit<Dispatched, "call">>;

/** Runs calls as a fork does: asks the filter, dispatches what it allows; `heeds` false is a dispatcher that does not care. */
async function auditRun(calls: readonly ToolCall[], run: Run, heeds = true): Promise<Audit> {
  const { root, mem } = playground;
  const recorded = recordDecisions(filter);
  const dispatched: Dispatched[] = [];
  const looks = async (): Promise<Awaited<ReturnType<typeof takeSnapshot>>[]> => [
    await takeSnapshot(mem),
    await takeSnapshot(join(root, "outside")),
  ];
  const [before, outsideBefore] = await looks();
  for (const call of calls) {
    const { decision } = await recorded.filter.decide(call);
    if (decision === "allow" || !heeds) dispatched.push({ call, ...(await run(call)) });
  }
  const [after, outsideAfter] = await looks();
  return auditEffects({
    decisions: recorded.decisions,
    dispatched,
    memory: { before: before!, after: after! },
    watched: [{ name: "outside", before: outsideBefore!, after: outsideAfter! }],
    protectedNames: filter.folder.protectedNames,
  });
}

const honest: Run = async (call) => {
  const outcome = call.tool === "FileEdit" ? await editMemoryFile(filter, call) : await writeMemoryFile(filter, call);
  return { succeeded: !outcome.isError, wrote: outcome.wrote };
};

const careless: Run = async ({ input }) => {
  writeFileSync(String(input["file_path"]), String(input["content"]));
  return { succeeded: true, wrote: null };
};

function write(id: string, path: string, content = "written"): ToolCall {
  return { id, tool: "FileWrite", input: { file_path: join(playground.root, path), content } };
}

test("the audit of an honest run is clean: its writes are explained, and its denied attempts are only listed", async () => {
  const edit = {
    id: "2",
    tool: "FileEdit",
    input: { file_path: join(playground.mem, "notes.md"), old_string: "text", new_string: "words" },
  };
  const audit = await auditRun([write("1", "mem/new.md"), edit, write("3", "outside/secret.md")], honest);
  expect(audit).toMatchObject({
    outcome: "clean",
    escapes: [],
    attempts: [{ tool: "FileWrite", rule: "path.outside" }],
    changes: [
      { path: "new.md", what: "created" },
      { path: "notes.md", what: "modified" },
    ],
    examined: { dispatches: 2, paths: 7 },
  });
  expect(readFileSync(join(playground.mem, "notes.md"), "utf8")).toBe("words of mem/notes.md");
});

test("the audit catches a dispatcher that ignores the filter, by the call and by its effect", async () => {
  const audit = await auditRun([write("1", "outside/secret.md")], careless, false);
  expect(audit).toMatchObject({
    outcome: "escaped",
    escapes: [
      { what: "ran-denied", tool: "FileWrite", callId: "1" },
      { what: "change-outside", folder: "outside", change: { path: "secret.md", what: "modified" } },
    ],
  });
});

test("the audit catches a dispatcher that never asks the filter", () => {
  const empty = new Map<string, string>();
  const call = { id: "9", tool: "Bash", input: {} };
  const audit = auditEffects({
    decisions: [],
    dispatched: [{ call, succeeded: true, wrote: null }],
    memory: { before: empty, after: empty },
    watched: [],
    protectedNames: [],
  });
  expect(audit).toMatchObject({ outcome: "escaped", escapes: [{ what: "ran-undecided", tool: "Bash", callId: "9" }] });
});

test("the audit catches a shell command's write in the memory folder", async () => {
  const call = { id: "1", tool: "Bash", input: { command: "ls" } };
  const audit = await auditRun([call], async () => {
    execFileSync("rm", [join(playground.mem, "notes.md")]);
    writeFileSync(join(playground.mem, ".consolidate-lock"), "mine");
    return { succeeded: true, wrote: null };
  });
  expect(audit.escapes).toEqual([
    { what: "protected-change", change: { path: ".consolidate-lock", what: "created" } },
    { what: "unexplained-change", change: { path: "notes.md", what: "deleted" } },
  ]);
});

test("a write does not explain a deletion, and the audit says where it looked", () => {
  const call = { id: "1", tool: "FileWrite", input: {} };
  const allowed = { decision: "allow", rule: "path.inside", reason: "", call } as const;
  const audit = auditEffects({
    decisions: [allowed],
    dispatched: [{ call, succeeded: true, wrote: "notes.md" }],
    memory: { before: new Map([["notes.md", "file"]]), after: new Map() },
    watched: [{ name: "/beside", before: new Map(), after: new Map() }],
    protectedNames: [],
  });
  expect(audit.escapes).toEqual([{ what: "unexplained-change", change: { path: "notes.md", what: "deleted" } }]);
  expect(audit.examined.folders).toEqual(["memory", "/beside"]);
});

test("a failed write explains no change", async () => {
  const audit = await auditRun([write("1", "mem/new.md")], async (call) => ({
    ...(await careless(call)),
    succeeded: false,
  }));
  expect(audit.escapes).toEqual([{ what: "unexplained-change", change: { path: "new.md", what: "created" } }]);
});

describe("a snapshot of the memory folder", () => {
  test("contains content, permissions and link targets, and follows no link", async () => {
    const { root, mem } = playground;
    symlinkSync("../outside", join(mem, "link"));
    const before = await takeSnapshot(mem);
    expect([...before.keys()].sort()).toEqual([".", "link", "notes.md", "sub", "sub/deep.md"]);
    execFileSync("chmod", ["u-w", join(mem, "notes.md")]);
    execFileSync("ln", ["-sfn", root, join(mem, "link")]);
    expect(compareSnapshots(before, await takeSnapshot(mem))).toEqual([
      { path: "link", what: "modified" },
      { path: "notes.md", what: "modified" },
    ]);
  });

  test("fails on a missing folder", async () => {
    await expect(takeSnapshot(join(playground.root, "none"))).rejects.toThrow(/ENOENT/);
  });
});

describe("an edit of a file", () => {
  test.each([
    [{ old_string: "nowhere", new_string: "x" }, /does not stand/],
    [{ old_string: "e", new_string: "x" }, /stands in the file 3 times/],
    [{ old_string: "", new_string: "x" }, /not empty/],
    [{ old_string: "text" }, /must be texts/],
  ])("with %j fails and changes nothing", async (input, message) => {
    const path = join(playground.mem, "notes.md");
    const outcome = await editMemoryFile(filter, { id: "1", tool: "FileEdit", input: { file_path: path, ...input } });
    expect(outcome).toEqual({ content: expect.stringMatching(message), isError: true, wrote: null });
    expect(readFileSync(path, "utf8")).toBe("text of mem/notes.md");
  });

  test("replaces all occurrences on request, and leaves no rest of a longer text", async () => {
    const path = join(playground.mem, "notes.md");
    const input = { file_path: path, old_string: "text of ", new_string: "", replace_all: true };
    expect(await editMemoryFile(filter, { id: "1", tool: "FileEdit", input })).toMatchObject({ wrote: "notes.md" });
    expect(readFileSync(path, "utf8")).toBe("mem/notes.md");
  });

  test("outside the folder gets a denial", async () => {
    const input = { file_path: join(playground.root, "outside/secret.md"), old_string: "a", new_string: "b" };
    const { content, wrote } = await editMemoryFile(filter, { id: "1", tool: "FileEdit", input });
    expect(JSON.parse(content)).toMatchObject({ code: "tool_denied", rule: "path.outside" });
    expect(wrote).toBeNull();
  });
});
