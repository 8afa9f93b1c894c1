import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { autoMemFilter } from "../../../../src/filters/auto-mem-filter.ts";
import type { Disk, OpenEntry } from "../../../../src/filters/paths/disk.ts";
import { nodeDisk } from "../../../../src/filters/paths/node-disk.ts";
import { makePlayground, type Playground } from "./path-playground.ts";

type Fault = { readonly code: string; readonly rule: string };
const faults: readonly Fault[] = [
  { code: "ENOENT", rule: "path.missing-parent" },
  { code: "ENOTDIR", rule: "path.missing-parent" },
  { code: "EACCES", rule: "path.changed-meanwhile" },
  { code: "ESTALE", rule: "path.changed-meanwhile" },
];
const kinds = [
  { system: "has", fixed: true },
  { system: "has no", fixed: false },
];
const cases = faults.flatMap((fault) => kinds.map((kind) => ({ ...fault, ...kind })));

let playground: Playground;
beforeEach(async () => {
  playground = await makePlayground([]);
});
afterEach(() => playground.remove());

describe("a file system that fails at any one step", () => {
  test.each(cases)("gets a refusal for $code where it $system paths of open files", async ({ code, rule, fixed }) => {
    for (const name of ["notes.md", "sub/new.md"]) {
      let failed = 0;
      for (let at = 1; ; at += 1) {
        const faulty = faultyDisk(fixed, { code, at });
        const filter = await autoMemFilter({ memoryDir: playground.mem, disk: faulty.disk });
        faulty.start();
        const { file, ...refused } = await filter.openFile(write(join(playground.mem, name)));
        await file?.close();
        expect(faulty.held()).toBe(0);
        if (!faulty.hasFailed()) break;
        failed += 1;
        expect(refused).toMatchObject({ refusal: { rule } });
      }
      // Three resolves or fewer, three looks, a list for a new file, two opens, two looks at what was opened.
      expect(failed).toBeGreaterThan(6);
    }
  });

  test.each(faults)("gets a denial for $code from the decision, too", async ({ code, rule }) => {
    let failed = 0;
    for (let at = 1; ; at += 1) {
      const faulty = faultyDisk(true, { code, at });
      const filter = await autoMemFilter({ memoryDir: playground.mem, disk: faulty.disk });
      faulty.start();
      const decision = await filter.decide(write(join(playground.mem, "sub/new.md")));
      if (!faulty.hasFailed()) break;
      failed += 1;
      expect(decision).toMatchObject({ decision: "deny", rule });
    }
    expect(failed).toBeGreaterThan(4);
  });

  test.each(["FileRead", "Glob", "Grep"])("gets a denial of %s where reading is bounded", async (tool) => {
    for (const at of [1, 2]) {
      const faulty = faultyDisk(true, { code: "EACCES", at });
      const filter = await autoMemFilter({
        memoryDir: playground.mem,
        disk: faulty.disk,
        readRoots: [playground.mem],
      });
      faulty.start();
      const path = join(playground.mem, "notes.md");
      const input = tool === "FileRead" ? { file_path: path } : { path, pattern: "x" };
      const decision = await filter.decide({ id: "1", tool, input });
      expect(faulty.hasFailed()).toBe(true);
      expect(decision).toMatchObject({ decision: "deny" });
    }
  });
});

/** The real file system, whose call number `at` after `start` fails; counts what is open. */
function faultyDisk(fixed: boolean, fault: { readonly code: string; readonly at: number }) {
  let calls = Number.NEGATIVE_INFINITY;
  let held = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls === fault.at) throw Object.assign(new Error(`${fault.code}: no luck`), { code: fault.code });
    return work();
  };
  const watch = (entry: OpenEntry): OpenEntry => {
    held += 1;
    return {
      ...entry,
      fixedPath: fixed ? entry.fixedPath : null,
      look: () => step(entry.look),
      close: async () => {
        held -= 1;
        await entry.close();
      },
    };
  };
  const disk: Disk = {
    resolve: (path) => step(() => nodeDisk.resolve(path)),
    look: (path) => step(() => nodeDisk.look(path)),
    list: (folder) => step(() => nodeDisk.list(folder)),
    open: async (path, expected) => {
      const entry = await step(() => nodeDisk.open(path, expected));
      return entry === null ? null : watch(entry);
    },
  };
  return {
    disk,
    start: (): void => {
      calls = 0;
    },
    held: (): number => held,
    hasFailed: (): boolean => calls >= fault.at,
  };
}

function write(path: string): { id: string; tool: string; input: { file_path: string } } {
  return { id: "1", tool: "FileWrite", input: { file_path: path } };
}
