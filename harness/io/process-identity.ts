import { readFileSync } from "node:fs";

/** A process: an id alone is given again to another one. `startedAt` is null where the system does not report it. */
export type ProcessIdentity = { readonly pid: number; readonly startedAt: string | null };

export function ownProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: readStat(process.pid)?.startedAt ?? null };
}

/** Whether that very process still runs. A zombie does not: it has ended, and its parent has not noticed. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  // 0 and below would ask for groups.
  if (pid < 1 || !isKnown(pid)) return false;
  const stat = readStat(pid);
  if (stat === null) return true;
  return !"ZX".includes(stat.state) && (startedAt === null || startedAt === stat.startedAt);
}

function isKnown(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    // Any other fault says that it is somebody else's.
    return !(fault instanceof Error && "code" in fault && fault.code === "ESRCH");
  }
}

/** From Linux's /proc; the start is counted in ticks since the machine started. */
function readStat(pid: number): { readonly state: string; readonly startedAt: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may hold any character.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, startedAt] = [fields[0], fields[19]];
    return state === undefined || startedAt === undefined ? null : { state, startedAt };
  } catch {
    return null;
  }
}
