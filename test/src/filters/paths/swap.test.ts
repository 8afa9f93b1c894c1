import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { autoMemFilter } from "../../../../src/filters/auto-mem-filter.ts";
import type { Disk } from "../../../../src/filters/paths/disk.ts";
import { nodeDisk } from "../../../../src/filters/paths/node-disk.ts";
import { makePlayground, type Playground } from "./path-playground.ts";

/** What an attacker does between the filter's look and the dispatcher's open; `root` is the playground. */
type Swap = { readonly note: string; readonly file: string; readonly swap: (root: string) => void };

const swaps: readonly Swap[] = [
  {
    note: "an existing file becomes a symlink to outside",
    file: "mem/notes.md",
    swap: (root) => {
      rmSync(join(root, "mem/notes.md"));
      symlinkSync("../outside/secret.md", join(root, "mem/notes.md"));
    },
  },
  {
    note: "an existing file becomes a second name of one outside",
    file: "mem/notes.md",
    swap: (root) => {
      rmSync(join(root, "mem/notes.md"));
      linkSync(join(root, "outside/secret.md"), join(root, "mem/notes.md"));
    },
  },
  {
    note: "an existing file becomes a folder",
    file: "mem/notes.md",
    swap: (root) => {
      rmSync(join(root, "mem/notes.md"));
      mkdirSync(join(root, "mem/notes.md"));
    },
  },
  {
    note: "a symlink to outside appears where a new file was to be",
    file: "mem/new.md",
    swap: (root) => symlinkSync("../outside/secret.md", join(root, "mem/new.md")),
  },
  {
    note: "a dangling symlink appears where a new file was to be",
    file: "mem/new.md",
    swap: (root) => symlinkSync("../outside/new.md", join(root, "mem/new.md")),
  },
  {
    note: "a folder on the way becomes a symlink to outside",
    file: "mem/sub/secret.md",
    swap: (root) => {
      renameSync(join(root, "mem/sub"), join(root, "moved"));
      symlinkSync("../outside", join(root, "mem/sub"));
    },
  },
  {
    note: "a folder on the way of a new file becomes a symlink to outside",
    file: "mem/sub/new.md",
    swap: (root) => {
      renameSync(join(root, "mem/sub"), join(root, "moved"));
      symlinkSync("../outside", join(root, "mem/sub"));
    },
  },
  {
    note: "an existing file gets a second name outside",
    file: "mem/notes.md",
    swap: (root) => linkSync(join(root, "mem/notes.md"), join(root, "outside/second.md")),
  },
  {
    note: "another file is moved over an existing one",
    file: "mem/notes.md",
    swap: (root) => renameSync(join(root, "mem-evil/x.md"), join(root, "mem/notes.md")),
  },
  {
    note: "the memory folder becomes a symlink to outside",
    file: "mem/secret.md",
    swap: (root) => {
      renameSync(join(root, "mem"), join(root, "moved"));
      symlinkSync("outside", join(root, "mem"));
    },
  },
  {
    note: "the memory folder is replaced by another one before a new file",
    file: "mem/new.md",
    swap: (root) => {
      renameSync(join(root, "mem"), join(root, "moved"));
      renameSync(join(root, "outside"), join(root, "mem"));
    },
  },
  {
    note: "the memory folder is replaced by another one",
    file: "mem/secret.md",
    swap: (root) => {
      renameSync(join(root, "mem"), join(root, "moved"));
      renameSync(join(root, "outside"), join(root, "mem"));
    },
  },
];

let playground: Playground;
beforeEach(async () => {
  playground = await makePlayground([]);
});
afterEach(() => playground.remove());

describe("a write on a system where open descriptors have paths", () => {
  test.runIf(process.platform === "linux").each(swaps)(
    "is refused without touching anything outside: $note",
    async ({ file, swap }) => {
      const { root } = playground;
      expect(await openBehindSwap(nodeDisk, file, swap)).toEqual({ rule: "path.changed-meanwhile" });
      expect(textsBelow(root)).not.toContain("written");
      expect(textsBelow(root).filter((text) => text === "").length).toBe(0);
    },
  );

  test.runIf(process.platform === "linux")("follows a folder that is moved away while it is walked", async () => {
    const { root, mem } = playground;
    let opened = 0;
    const disk: Disk = {
      ...nodeDisk,
      open: async (path, expected) => {
        opened += 1;
        const entry = await nodeDisk.open(path, expected);
        if (opened === 2) swaps[5]?.swap(root);
        return entry;
      },
    };
    const filter = await autoMemFilter({ memoryDir: mem, disk });
    const { file } = await filter.openFile(write(join(mem, "sub/deep.md")));
    await file?.writeText("written");
    await file?.close();
    expect(readFileSync(join(root, "moved/deep.md"), "utf8")).toBe("written");
    expect(readdirSync(join(root, "outside"))).toEqual(["secret.md"]);
  });
});

describe("a write on a system where open descriptors have no paths", () => {
  const disk: Disk = {
    ...nodeDisk,
    open: async (path, expected) => {
      const entry = await nodeDisk.open(path, expected);
      return entry === null ? null : { ...entry, fixedPath: null };
    },
  };

  test.each(swaps)("is refused before a byte is written: $note", async ({ file, swap }) => {
    const { root } = playground;
    expect(await openBehindSwap(disk, file, swap)).toEqual({ rule: "path.changed-meanwhile" });
    expect(textsBelow(root)).not.toContain("written");
  });

  test("opens a file whose path did not change", async () => {
    const { mem } = playground;
    const filter = await autoMemFilter({ memoryDir: mem, disk });
    for (const name of ["notes.md", "new.md", "sub/deep.md", "sub/new.md"]) {
      const { file } = await filter.openFile(write(join(mem, name)));
      await file?.writeText("written");
      await file?.close();
      expect(readFileSync(join(mem, name), "utf8")).toBe("written");
    }
  });
});

/** Swaps right before the first open, when all looks are done. */
async function openBehindSwap(disk: Disk, name: string, swap: Swap["swap"]): Promise<unknown> {
  const { root, mem } = playground;
  if (name.endsWith("secret.md")) writeFileSync(join(root, name), "looks the same");
  let swapped = false;
  const swapping: Disk = {
    ...disk,
    open: (path, expected) => {
      if (!swapped) swap(root);
      swapped = true;
      return disk.open(path, expected);
    },
  };
  const filter = await autoMemFilter({ memoryDir: mem, disk: swapping });
  const opened = await filter.openFile(write(join(root, name)));
  await opened.file?.writeText("written");
  await opened.file?.close();
  expect(swapped).toBe(true);
  return opened.file === null ? { rule: opened.refusal.rule } : "opened";
}

function write(path: string): { id: string; tool: string; input: { file_path: string } } {
  return { id: "1", tool: "FileWrite", input: { file_path: path } };
}

/** The text of every file below a folder, wherever a swap moved it. Symlinks are not followed. */
function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return textsBelow(path);
    return entry.isFile() ? [readFileSync(path, "utf8")] : [];
  });
}
