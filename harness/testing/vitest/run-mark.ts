import { join } from "node:path";

import { appendText, makeTempFolder, statKind } from "../../io/files/disk.ts";

/** Workers are processes or threads of their own: they find the run by a file. */
export type OpenRun = Disposable & { readonly folder: string };

export function openRun(): OpenRun {
  const folder = makeTempFolder();
  return { folder: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Without `globalSetup` there is no folder, so the run-wide check does not run. */
export function noteComparison(folder: string | undefined): void {
  if (folder !== undefined) appendText(join(folder, MARK), "");
}

export function hasCompared(folder: string): boolean {
  return statKind(join(folder, MARK)) === "file";
}

const MARK = "compared";
