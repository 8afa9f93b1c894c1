import { type ClaimedFile, claimFile } from "../io/files/claim-file.ts";
import { readEnd, readStart, statKind } from "../io/files/disk.ts";
import { ownProcess } from "../io/process-identity.ts";
import { usageError } from "./usage-error.ts";

/** What is written to a file: its name on the command line, and how a file begins or ends that it may replace. */
export type ReportKind = { readonly name: string; readonly begins?: RegExp; readonly ends?: RegExp };

/**
 * Claims the file of a report before the work that ends with it.
 *
 * @throws HarnessError HX503 if this process itself writes it, HX513, HX516, HX523 if another process writes it, HX524 if the file holds something else
 */
export function claimReport(kind: ReportKind, path: string): ClaimedFile {
  const file = claimFile(path);
  if (file.kind === "claimed") {
    if (!file.isRegular || mayReplace(kind, file.path)) return file;
    file[Symbol.dispose]();
    const fix = `name another file for ${kind.name}, or remove this one`;
    throw usageError("HX524", "refusing to overwrite: not a report of forkproof", fix, path);
  }
  if (file.pid === ownProcess().pid) {
    const fix = `name a file of its own for ${kind.name}`;
    throw usageError("HX503", `${kind.name} and another report of this run both write to ${path}`, fix);
  }
  const what = `another run (process ${file.pid}) is writing ${path}`;
  throw usageError("HX523", what, "wait for its end, or name another file", file.lock);
}

function mayReplace({ begins, ends }: ReportKind, path: string): boolean {
  if (statKind(path) === "missing") return true;
  const start = readStart(path, 200).toString("utf8").trim();
  if (start === "" || begins?.test(start) === true) return true;
  return ends?.test(readEnd(path, 400).toString("utf8").trim()) ?? false;
}
