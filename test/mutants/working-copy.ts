import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Mutation } from "./mutation.ts";

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
};

export function makeWorkingCopy(): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-mutants-"));
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    mutated: async ({ file, find, replace }, work) => {
      const path = join(folder, file);
      const whole = readFileSync(path, "utf8");
      // As a function: a replacement that holds `$&` means those letters.
      writeFileSync(
        path,
        whole.replace(find, () => replace),
      );
      try {
        return await work();
      } finally {
        writeFileSync(path, whole);
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
