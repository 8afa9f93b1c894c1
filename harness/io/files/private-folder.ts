import { chmodSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { mapFaults } from "./disk.ts";
import { makeFolders } from "./make-folders.ts";

/**
 * Makes a folder with all its files, or nothing. Only this user may read them. Answers false if the folder is already there: it
 * is left as it is.
 *
 * @throws HarnessError HX513, HX516
 */
export function makePrivateFolder(path: string, files: Readonly<Record<string, string>>): boolean {
  return mapFaults(path, "written", () => {
    makeFolders(dirname(path));
    // Made with the permissions that it keeps: there is no moment at which others may look in.
    const draft = mkdtempSync(join(dirname(path), `.${basename(path)}.`));
    try {
      for (const [name, text] of Object.entries(files))
        writeFileSync(join(draft, name), text, { mode: 0o600, flag: "wx" });
      chmodSync(draft, 0o700);
      renameSync(draft, path);
      return true;
    } catch (fault) {
      rmSync(draft, { recursive: true, force: true });
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return false;
      throw fault;
    }
  });
}

/** Writes a new file that only this user may read. Missing folders are made. @throws HarnessError HX513, HX516 */
export function writePrivately(path: string, text: string): void {
  mapFaults(path, "written", () => {
    makeFolders(dirname(path));
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  });
}

/** @throws HarnessError HX513, HX516 */
export function removePrivateFolder(path: string): void {
  mapFaults(path, "written", () => rmSync(path, { recursive: true, force: true }));
}

/** Whether only this user may read a file. Windows keeps that in the folder above. @throws HarnessError HX511, HX513, HX515 */
export function isPrivate(path: string): boolean {
  return mapFaults(path, "read", () => process.platform === "win32" || (statSync(path).mode & 0o077) === 0);
}
