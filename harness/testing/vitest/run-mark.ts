import { join } from "node:path";

import { appendText, makeTempFolder, readBytes, statKind } from "../../io/files/disk.ts";

/** Workers are processes or threads of their own: they find the run by a file. */
export type OpenRun = Disposable & { readonly folder: string };

export type ComparedTests = {
  /** Tests that compared at least one request with the one that it continues. */
  readonly compared: number;
  readonly tests: number;
  /** Whether hooks outside of tests did. */
  readonly inHooks: boolean;
};

export function openRun(): OpenRun {
  const folder = makeTempFolder();
  return { folder: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Without `globalSetup` there is no folder, so the run-wide check does not run. */
export function noteTest(folder: string | undefined, hasCompared: boolean): void {
  note(folder, hasCompared ? "c" : "-");
}

export function noteHooks(folder: string | undefined): void {
  note(folder, "h");
}

export function comparedTests(folder: string): ComparedTests {
  const file = join(folder, MARK);
  const notes = statKind(file) === "file" ? readBytes(file).toString() : "";
  const compared = notes.replaceAll(/[^c]/g, "").length;
  return { compared, tests: notes.replaceAll("h", "").length, inHooks: notes.includes("h") };
}

function note(folder: string | undefined, letter: string): void {
  if (folder !== undefined) appendText(join(folder, MARK), letter);
}

const MARK = "compared";
