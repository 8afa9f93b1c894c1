import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { drawnMark } from "./run-mark.ts";

/** A process that outlived the job that started it. */
export type LeftoverProcess = { readonly pid: number; readonly command: string };

/**
 * Ends what subjects have left running, at its disposal or with this process at the latest. `onEnded` receives those that neither are nor
 * share a group with one of `ownPrograms`, the paths of our own workers: these end with the run anyway.
 *
 * A process is found by the run's mark in its environment, in whatever session or folder, or as a child of one that still runs. Only Linux
 * lists both; elsewhere the groups that end with each worker have to do. Not found is a process that dropped its environment and whose
 * parent has ended.
 */
export function endLeftovers(
  ownPrograms: readonly string[],
  onEnded: (processes: readonly LeftoverProcess[]) => void,
): Disposable {
  const atExit = (): void => void endAll(ownPrograms);
  process.once("exit", atExit);
  return {
    [Symbol.dispose]: () => {
      process.off("exit", atExit);
      const ended = endAll(ownPrograms);
      if (ended.length > 0) onEnded(ended);
    },
  };
}

/** Processes that this one has started, or their descendants, and that still run: empty where the system does not list them. */
export function runningProcesses(): readonly LeftoverProcess[] {
  const mark = drawnMark();
  if (mark === null || process.platform !== "linux") return [];
  return findOurs(mark).map(({ pid, argv }) => ({ pid, command: describe(argv) }));
}

/** Processes that still run and have the mark in their environment, and their descendants: empty where the system does not list them. */
export function markedProcesses(mark: string): readonly LeftoverProcess[] {
  if (process.platform !== "linux") return [];
  return findOurs(mark).flatMap(({ pid, argv, isDying }) => (isDying ? [] : [{ pid, command: describe(argv) }]));
}

/** Ends these at once, and what they have started. */
export function killRunningProcesses(): void {
  endAll([]);
}

/** A process may start another one while we look, and takes a moment to end. */
const LOOKS = 20;

function endAll(ownPrograms: readonly string[]): readonly LeftoverProcess[] {
  const mark = drawnMark();
  if (mark === null || process.platform !== "linux") return [];
  const ended = new Map<number, LeftoverProcess>();
  for (let look = 0; look < LOOKS; look += 1) {
    const found = findOurs(mark);
    if (found.length === 0) break;
    const isOwn = ({ argv }: FoundProcess): boolean => argv.some((each) => ownPrograms.includes(each));
    const ownGroups = new Set(found.filter(isOwn).map(({ group }) => group));
    for (const { pid, group, argv, isDying } of found) {
      kill(pid);
      if (!ownGroups.has(group) && !isDying && !ended.has(pid)) ended.set(pid, { pid, command: describe(argv) });
    }
  }
  return [...ended.values()];
}

type FoundProcess = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly argv: readonly string[];
  readonly isMarked: boolean;
  /** Whether it has been killed already, and has not been scheduled since. */
  readonly isDying: boolean;
};

/** Marked processes and their descendants. Other children of this process are not of this run: a program may hold several runs. */
function findOurs(mark: string): readonly FoundProcess[] {
  const pids = readdirSync("/proc").map(Number);
  const all = pids.flatMap((pid) => (Number.isInteger(pid) && pid !== process.pid ? readProcess(pid, mark) : []));
  const ours = new Set(all.filter(({ isMarked }) => isMarked).map(({ pid }) => pid));
  for (let size = 0; size < ours.size;) {
    size = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

/** Nothing for a process that has ended, even if its parent has not noticed, and for another user's. */
function readProcess(pid: number, mark: string): readonly FoundProcess[] {
  try {
    const isMarked = readFileSync(`/proc/${pid}/environ`).includes(mark);
    const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may hold any character.
    const [state = "", parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if ("ZX".includes(state)) return [];
    return [{ pid, parent: Number(parent), group: Number(group), argv, isMarked, isDying: hasPendingKill(status) }];
  } catch {
    return [];
  }
}

/** Pending signals are a mask in hexadecimal, in which SIGKILL is the ninth bit. */
function hasPendingKill(status: string): boolean {
  const masks = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm)];
  return masks.some(([, mask]) => (Number.parseInt(mask?.slice(-3) ?? "0", 16) & 0x100) !== 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

const LONGEST = 80;

function describe([program = "?", ...rest]: readonly string[]): string {
  const line = [basename(program), ...rest].join(" ").replaceAll(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
