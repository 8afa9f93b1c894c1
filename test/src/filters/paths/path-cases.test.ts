import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { autoMemFilter } from "../../../../src/filters/auto-mem-filter.ts";
import type { Decision } from "../../../../src/filters/tool-filter.ts";
import { readProbes } from "../read-probes.ts";
import { makePlayground, type Setup } from "./path-playground.ts";

type PathCase = {
  readonly path?: unknown;
  readonly decision: Decision["decision"];
  readonly rule: string;
  readonly note: string;
  readonly setup?: readonly Setup[];
};

const cases = readProbes("paths.jsonl") as readonly PathCase[];

test("the list has at least 150 path cases", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
});

test.runIf(process.platform === "linux").each(cases)(
  "the path filter gives $rule: $note",
  async ({ path, decision, rule, setup = [] }) => {
    const { root, mem, fill, remove } = await makePlayground(setup);
    try {
      const filter = await autoMemFilter({ memoryDir: mem });
      const input = path === undefined ? {} : { file_path: fill(path), content: "written" };
      const call = { id: "1", tool: "FileWrite", input };
      expect(await filter.decide(call)).toMatchObject({ decision, rule });

      const before = contentOutside(root);
      const opened = await filter.openFile(call);
      expect(opened.file !== null).toBe(decision === "allow");
      await opened.file?.writeText("written");
      await opened.file?.close();
      if (opened.file !== null) expect(readFileSync(opened.file.path, "utf8")).toBe("written");
      expect(contentOutside(root)).toEqual(before);
    } finally {
      remove();
    }
  },
);

/** Every file outside the memory folder, so that a write there shows. */
function contentOutside(root: string): readonly string[] {
  return ["", "outside", "mem-evil"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${folder}/${entry.name}: ${readFileSync(join(root, folder, entry.name), "utf8")}`),
  );
}
