import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import codex from "./codex.json" with { type: "json" };
import type { Counterpart, Parity } from "./counterpart.ts";
import nexo from "./nexo.json" with { type: "json" };
import ochat from "./ochat.json" with { type: "json" };
import qwenCode from "./qwen-code.json" with { type: "json" };

const lists: readonly (readonly [name: string, parity: Parity])[] = [
  ["nexo", nexo],
  ["Qwen Code", qwenCode],
  ["Codex", codex],
  ["ochat", ochat],
];

describe.each(lists)("every test of %s has a counterpart here", (_, { counterparts }) => {
  test.each(Object.entries(counterparts).flatMap(([suite, rows]) => rows.map((row) => ({ suite, ...row }))))(
    "for $suite: $theirs",
    (row) => {
      expect(complaintOf(row)).toBeNull();
    },
  );
});

test("the lists of counterparts are complete", () => {
  const sizes = Object.entries(nexo.counterparts).map(([file, rows]) => [file, rows.length]);
  expect(Object.fromEntries(sizes)).toEqual({
    cache_safe: 9,
    delegate_mode: 2,
    error: 2,
    overrides: 4,
    tool_filter: 1,
    turn_loop: 7,
    on_message: 3,
    fork_handle: 14,
    fork_subagent: 8,
    auto_mem_filter: 24,
    agent_dispatcher: 6,
    "not tested there": 15,
  });
  expect([sizesOf(qwenCode), sizesOf(codex), sizesOf(ochat)]).toEqual([
    { counterparts: 24, leftOut: 9 },
    { counterparts: 14, leftOut: 6 },
    { counterparts: 7, leftOut: 2 },
  ]);
  const names = lists.flatMap(([, { counterparts, leftOut }]) =>
    [...Object.values(counterparts).flat(), ...leftOut].map(({ theirs }) => theirs),
  );
  expect(new Set(names).size).toBe(names.length);
});

test("a missing counterpart is reported", () => {
  expect(complaintOf({ theirs: "x", file: "nowhere.test.ts", title: "x" })).toBe("there is no nowhere.test.ts");
  const file = "fork/turn-loop.test.ts";
  expect(complaintOf({ theirs: "x", file, title: "does what nobody does" })).toContain("has no test");
  expect(complaintOf({ theirs: "x", file, title: "stops on %s", row: "nobody" })).toContain("has no row");
});

test("a skipped counterpart is reported", () => {
  const folder = temporaryFolder();
  const file = relative(join(import.meta.dirname, ".."), join(folder, "a.test.ts"));
  for (const how of ["test.skip", "test.todo", "it.skipIf(true)"]) {
    writeFileSync(join(folder, "a.test.ts"), `${how}("does it", () => {});`);
    expect(complaintOf({ theirs: "x", file, title: "does it" })).toContain("does not run");
  }
  writeFileSync(join(folder, "a.test.ts"), 'describe.skip("all", () => {\n  test("does it", () => {});\n});');
  expect(complaintOf({ theirs: "x", file, title: "does it" })).toContain("does not run");
  const table = 'test.each([["one"]])("is %s", () => {});\ntest.each([["two"]])("has %s", () => {});';
  writeFileSync(join(folder, "a.test.ts"), table);
  expect(complaintOf({ theirs: "x", file, title: "has %s", row: "two" })).toBeNull();
  expect(complaintOf({ theirs: "x", file, title: "has %s", row: "one" })).toContain("has no row");
  writeFileSync(join(folder, "a.test.ts"), 'test("does it", async () => {});');
  expect(complaintOf({ theirs: "x", file, title: "does it" })).toBeNull();
});

function sizesOf({ counterparts, leftOut }: Parity): object {
  return { counterparts: Object.values(counterparts).flat().length, leftOut: leftOut.length };
}

function complaintOf({ file, title, row }: Counterpart): string | null {
  const path = join(import.meta.dirname, "..", file);
  if (!existsSync(path)) return `there is no ${file}`;
  const source = readFileSync(path, "utf8");
  const calls = [...source.matchAll(/(\S*)\(\s*"((?:[^"\\]|\\.)+)",\s*(?:async )?\(/g)];
  const found = calls.find(([, , name]) => name === title);
  if (found === undefined) return `${file} has no test ${title}`;
  const caller = found[1] ?? "";
  if (/\.(?:skip|todo|fails|skipIf|runIf)\b/.test(caller)) return `${file} does not run ${title}`;
  if (isInSkippedGroup(source, found.index)) return `${file} does not run the group of ${title}`;
  return row === undefined || tableBefore(source, found.index + found[0].length).includes(`"${row}`)
    ? null
    : `${file} has no row ${row}`;
}

/** Whether one of the groups around a place is skipped: of each indentation below its own, the last that began before it. */
function isInSkippedGroup(source: string, at: number): boolean {
  const lines = source.slice(0, at).split("\n");
  let indent = lines.at(-1)?.length ?? 0;
  for (const line of lines.toReversed()) {
    const [, space = "", how = ""] = /^(\s*)describe(\S*?)\(/.exec(line) ?? [];
    if (!/^\s*describe\b/.test(line) || space.length >= indent) continue;
    if (/\.(?:skip|todo|skipIf|runIf)\b/.test(how)) return true;
    indent = space.length;
  }
  return false;
}

/** The rows of the table test whose title stands at `title`: in place, or under the name that it is given. */
function tableBefore(source: string, title: number): string {
  const table = source.slice(Math.max(0, source.lastIndexOf(".each", title)), title);
  const name = /^\.each(?:<[^(]*>)?\(\s*(\w+)\b/.exec(table)?.[1];
  const at = name === undefined ? -1 : source.search(new RegExp(`^const ${name}\\b`, "m"));
  return at === -1 ? table : source.slice(at, source.indexOf("\n];", at));
}
