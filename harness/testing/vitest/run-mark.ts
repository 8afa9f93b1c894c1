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
  /** How many requests could not be compared, by method and path. */
  readonly unread: ReadonlyMap<string, number>;
  /** Files that sent requests outside of tests and ran no hook, since all their tests were skipped: their requests were not checked. */
  readonly unchecked: readonly string[];
};

export function openRun(): OpenRun {
  const folder = makeTempFolder();
  return { folder: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Without `globalSetup` there is no folder, so the run-wide check does not run. */
export function noteTest(folder: string | undefined, test: string, hasCompared: boolean): void {
  note(folder, `${hasCompared ? "c" : "-"} ${test}`);
}

export function noteHooks(folder: string | undefined): void {
  note(folder, "h");
}

export function noteUnread(folder: string | undefined, requests: readonly string[]): void {
  for (const each of requests) note(folder, `u ${each}`);
}

/** A request outside of tests; `file` is drawn anew each time that a file runs. */
export function noteOutside(folder: string | undefined, file: string, path: string): void {
  note(folder, `o ${file} ${path}`);
}

/** The requests of a file outside of its tests were checked. */
export function noteChecked(folder: string | undefined, file: string): void {
  note(folder, `e ${file}`);
}

export function comparedTests(folder: string): ComparedTests {
  const file = join(folder, MARK);
  const notes = statKind(file) === "file" ? readBytes(file).toString() : "";
  const lines = notes.split("\n");
  const testsIn = (kinds: string): number =>
    new Set(lines.flatMap((line) => (line !== "" && kinds.includes(line.charAt(0)) ? [line.slice(1)] : []))).size;
  const unread = new Map<string, number>();
  for (const line of lines) {
    if (line.startsWith("u ")) unread.set(line.slice(2), (unread.get(line.slice(2)) ?? 0) + 1);
  }
  return {
    compared: testsIn("c"),
    tests: testsIn("c-"),
    inHooks: lines.includes("h"),
    unread,
    unchecked: uncheckedIn(lines),
  };
}

function uncheckedIn(lines: readonly string[]): readonly string[] {
  const checked = new Set(lines.flatMap((line) => (line.startsWith("e ") ? [line.slice(2)] : [])));
  const sent = lines.flatMap((line) => {
    const [, file = "", path = ""] = /^o (\S+) (.*)$/.exec(line) ?? [];
    return file === "" || checked.has(file) ? [] : [path];
  });
  return [...new Set(sent)].sort();
}

/** A retried or repeated test has a line for each time that it ran, and counts once. */
function note(folder: string | undefined, line: string): void {
  if (folder !== undefined) appendText(join(folder, MARK), `${line}\n`);
}

const MARK = "compared";
