import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { killRunningProcesses } from "../../harness/io/workers/leftover-processes.ts";
import { markEnvironment } from "../../harness/io/workers/run-mark.ts";
import type { BenchRow } from "./bench-case.ts";

const SECTION = fileURLToPath(new URL("./section.ts", import.meta.url));

/**
 * Measures one section in a process of its own, which ends with all that it started, and with what they left in the temporary folder: a
 * recorder that is ended at once keeps its gigabyte for `record --recover`. Answers why there are no rows, if there are none.
 */
export async function runSection(
  name: string,
  limitMinutes: number,
  program: string = SECTION,
): Promise<readonly BenchRow[] | string> {
  using folder = makeTempFolder();
  const section = spawn(process.execPath, [program, name], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: markEnvironment({ ...process.env, TMPDIR: folder.path }),
    detached: true,
    // A row may hold NaN, which JSON cannot.
    serialization: "advanced",
  });
  const kill = (): void => endGroup(section.pid);
  // Ctrl-C reaches a group of its own by way of this process only.
  process.once("exit", kill);
  let measured: readonly BenchRow[] | string | null = null;
  let isLate = false;
  section.on("message", (message) => (measured = message as readonly BenchRow[] | string));
  const limit = setTimeout(() => {
    isLate = true;
    kill();
  }, limitMinutes * 60_000);
  const [code, signal] = (await once(section, "exit")) as [number | null, string | null];
  clearTimeout(limit);
  process.off("exit", kill);
  kill();
  if (isLate) return `it did not end within ${limitMinutes} minutes`;
  return measured ?? `its process ended with ${signal ?? `exit code ${code}`}`;
}

/** Group first: by the mark Linux alone finds those that left it. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended.
  }
  killRunningProcesses();
}
