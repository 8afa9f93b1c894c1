import { fstatSync, lstatSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename } from "node:path";

/** Shells, which alone start programs with closed descriptors (`>&-`). */
const SHELLS: ReadonlySet<string> = new Set(["ash", "bash", "busybox", "dash", "fish", "ksh", "mksh", "sh", "zsh"]);

/**
 * Whether stdout was closed when this process started (`>&-`). Node then opens the null device for reading and writing in its place,
 * so no write fails. A program that discards our output on purpose (Python's `DEVNULL`, `stdio: "ignore"`) hands over the same. So stdout
 * counts as closed only if our parent is a shell whose own stdout is something else: a shell's `> /dev/null` is opened for writing only.
 * False where the system has no `/proc` to ask.
 */
export function wasStdoutClosed(): boolean {
  try {
    return isNullDevice() && isReadAndWritten() && SHELLS.has(parentProgram()) && !parentHasSame();
  } catch {
    // No such device or no `/proc`.
    return false;
  }
}

function isNullDevice(): boolean {
  const { rdev } = fstatSync(1);
  return rdev !== 0 && rdev === statSync("/dev/null").rdev;
}

function isReadAndWritten(): boolean {
  const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync("/proc/self/fdinfo/1", "utf8"))?.[1];
  // The lowest two bits are the access mode; O_RDWR is 2.
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) === 2;
}

function parentProgram(): string {
  return basename(readlinkSync(`/proc/${process.ppid}/exe`));
}

/** Dash closes its own stdout for as long as its program runs; other shells do so in the program's process. */
function parentHasSame(): boolean {
  const path = `/proc/${process.ppid}/fd/1`;
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined && readlinkSync(path) === "/dev/null";
}
