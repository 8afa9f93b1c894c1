import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Mutation } from "./mutation.ts";
import { TestServer, type Told } from "./test-server.ts";

const root = resolve(import.meta.dirname, "../..");

/** What tests and scenarios read. Packages are linked: nothing mutates them. */
const COPIED = [
  "src",
  "harness",
  "test",
  "scenarios",
  "fixtures",
  "package.json",
  "vitest.config.ts",
  "tsconfig.json",
  "README.md",
  "CHANGELOG.md",
];

/** A copy of the tree that is deleted when it is disposed of. The checkout itself is never changed. */
export type WorkingCopy = Disposable & {
  readonly folder: string;
  /** Runs `work` while the mutation stands in the copy. */
  readonly mutated: <T>(mutation: Mutation, work: () => Promise<T>) => Promise<T>;
  /** Runs tests of the copy as it stands, by their files and a pattern for their whole titles. */
  readonly runTests: (files: readonly string[], titles: string) => Promise<Told>;
};

export function makeWorkingCopy(): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-mutants-"));
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const server = new TestServer(folder);
  let changed: string[] = [];
  return {
    folder,
    mutated: async ({ file, find, replace }, work) => {
      const path = join(folder, file);
      const whole = readFileSync(path, "utf8");
      changed.push(path);
      // As a function: a replacement that holds `$&` means those letters.
      writeFileSync(
        path,
        whole.replace(find, () => replace),
      );
      try {
        return await work();
      } finally {
        writeFileSync(path, whole);
        changed.push(path);
      }
    },
    runTests: (files, titles) => {
      const since = changed;
      changed = [];
      return server.run({ files, titles, changed: since });
    },
    [Symbol.dispose]: () => {
      server[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
