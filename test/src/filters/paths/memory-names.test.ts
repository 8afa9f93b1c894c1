import { expect, test } from "vitest";
import { autoMemFilter } from "../../../../src/filters/auto-mem-filter.ts";
import type { Decision } from "../../../../src/filters/tool-filter.ts";
import { makePlayground } from "./path-playground.ts";

async function decide(name: string, writable: readonly string[]): Promise<Decision> {
  const { mem, remove } = await makePlayground([]);
  try {
    const filter = await autoMemFilter({ memoryDir: mem, writable });
    return await filter.decide({
      id: "1",
      tool: "FileWrite",
      input: { file_path: `${mem}/${name}`, content: "x" },
    });
  } finally {
    remove();
  }
}

test.each([
  ["CLAUDE.md", "CLAUDE.md"],
  ["sub/run.sh", "sub/*.sh"],
  ["sub/Makefile", "**/Makefile"],
  [".hidden", ".*"],
])("writable opens the name %s by the pattern %s", async (name, pattern) => {
  expect((await decide(name, [])).decision).toBe("deny");
  expect(await decide(name, [pattern])).toMatchObject({ decision: "allow", rule: "path.inside" });
});

test.each([
  ["sub/run.sh", "*.sh", "path.obeyed"],
  ["CLAUDE.md", "CLAUDE", "path.obeyed"],
  ["CLAUDEXmd", "CLAUDE.md", "path.obeyed"],
  ["CLAUDE.md", "CLAUDE*md", "path.inside"],
  [".git", "**", "path.protected"],
  ["NOTES.md", "**", "path.twin"],
])("the name %s with the pattern %s is decided by %s", async (name, pattern, rule) => {
  expect(await decide(name, [pattern])).toMatchObject({ rule });
});
