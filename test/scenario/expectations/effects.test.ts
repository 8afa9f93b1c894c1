import { expect, test } from "vitest";
import { checkEffects } from "../../../harness/scenario/expectations/effects.ts";

const before = new Map([
  [".", "folder"],
  ["notes.md", "one"],
  ["topics", "folder"],
]);
const allow = (path: string) => ({
  tool: "FileWrite",
  input: { file_path: path, content: "x" },
  decision: "allow" as const,
  rule: "path.inside",
  reason: "",
});
const deny = { ...allow("${memoryDir}/notes.md"), decision: "deny" as const, rule: "path.protected" };

function after(changes: Readonly<Record<string, string | null>>): ReadonlyMap<string, string> {
  const all = Object.entries({ ...Object.fromEntries(before), ...changes });
  return new Map(all.flatMap(([path, what]) => (what === null ? [] : [[path, what] as const])));
}

test.each([
  ["nothing changed", {}, [], "passed"],
  ["an allowed write", { "notes.md": "two" }, [allow("${memoryDir}/notes.md")], "passed"],
  ["an allowed write by way of ..", { "notes.md": "two" }, [allow("${memoryDir}/topics/../notes.md")], "passed"],
  ["a new file", { "topics/a.md": "x" }, [allow("${memoryDir}/topics/a.md")], "passed"],
  ["an allowed write that did nothing", {}, [allow("${memoryDir}/notes.md")], "passed"],
  ["a denied attempt that was kept from it", {}, [deny], "passed"],
  ["a denied write that was made", { "notes.md": "two" }, [deny], "failed"],
  ["another file than was allowed", { "topics/b.md": "x" }, [allow("${memoryDir}/topics/a.md")], "failed"],
  ["a removal", { "notes.md": null }, [allow("${memoryDir}/notes.md")], "failed"],
  ["a file beside the folder", { "../beside.md": "x" }, [allow("${memoryDir}/notes.md")], "failed"],
  [
    "a call that another rule let through",
    { "notes.md": "two" },
    [{ ...allow("${memoryDir}/notes.md"), rule: "allow-all" }],
    "failed",
  ],
] as const)("the effects check gives the right status for %s", (_what, changes, decisions, status) => {
  expect(checkEffects({ before, after: after(changes) }, decisions, null).status).toBe(status);
});

test("the effects check reports the written files, the escapes and the denied calls", () => {
  const decisions = [allow("${memoryDir}/notes.md"), deny];
  const { observed, examined } = checkEffects({ before, after: after({ "notes.md": "two", x: "y" }) }, decisions, null);
  expect(observed).toBe("wrote notes.md; escaped: created x; denied: FileWrite by path.protected");
  expect(examined).toEqual({ count: 4, what: "paths, up to three folders above the memory folder" });
});

test("an expected escape passes if it is the only one, and fails if it does not happen", () => {
  const seen = { before, after: after({ x: "y" }) };
  expect(checkEffects(seen, [], { written: [], escapes: ["x"] }).status).toBe("passed");
  expect(checkEffects(seen, [], { written: ["x"], escapes: [] }).status).toBe("failed");
  expect(checkEffects({ before, after: before }, [], { written: [], escapes: ["x"] }).status).toBe("failed");
});

test("the effects check fails if it looked at nothing", () => {
  expect(checkEffects({ before: new Map(), after: new Map() }, [], null).status).toBe("failed");
});
