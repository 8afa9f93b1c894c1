import { expect, test } from "vitest";
import { autoMemFilter } from "../../../../src/filters/auto-mem-filter.ts";
import type { Disk } from "../../../../src/filters/paths/disk.ts";
import { nodeDisk } from "../../../../src/filters/paths/node-disk.ts";
import { makePlayground } from "./path-playground.ts";

/** Counts what is asked, and how often an answer is waited for: questions asked before any is answered are one wait. */
function countingDisk(): { readonly disk: Disk; readonly counts: { resolve: number; look: number; waits: number } } {
  const counts = { resolve: 0, look: 0, waits: 0 };
  let wait: Promise<void> | null = null;
  const answered = (): Promise<void> =>
    (wait ??= new Promise((go) => {
      counts.waits += 1;
      setImmediate(() => {
        wait = null;
        go();
      });
    }));
  const disk: Disk = {
    ...nodeDisk,
    resolve: async (path) => {
      counts.resolve += 1;
      await answered();
      return nodeDisk.resolve(path);
    },
    look: async (path) => {
      counts.look += 1;
      await answered();
      return nodeDisk.look(path);
    },
  };
  return { disk, counts };
}

// A call of the file system is a wait for another thread: with them a decision stands and falls.
test.runIf(process.platform === "linux").each([
  ["a file in the memory folder", "mem/new.md", { resolve: 1, look: 2, waits: 2 }],
  ["a file in a folder of it", "mem/sub/deep.md", { resolve: 2, look: 3, waits: 2 }],
  ["a file by way of ..", "mem/sub/../notes.md", { resolve: 2, look: 2, waits: 2 }],
  ["a file outside", "outside/secret.md", { resolve: 2, look: 1, waits: 2 }],
  ["a folder", "mem/", { resolve: 0, look: 0, waits: 0 }],
])("resolving a path on %s reads the disk only as often as needed", async (_, path, expected) => {
  const { mem, root, remove } = await makePlayground([]);
  try {
    const { disk, counts } = countingDisk();
    const filter = await autoMemFilter({ memoryDir: mem, disk });
    Object.assign(counts, { resolve: 0, look: 0, waits: 0 });
    await filter.decide({ id: "1", tool: "FileWrite", input: { file_path: `${root}/${path}`, content: "" } });
    expect(counts).toEqual(expected);
  } finally {
    remove();
  }
});
