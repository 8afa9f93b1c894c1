import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { openShell, type ReadOnlyShell } from "../../src/filters/shell/run/open-shell.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const rounds = 100;
const command = "ls";
const goalMs = 15;

/** What a sandbox costs each command that `openShell` runs. */
export const confinement: BenchCase = {
  name: "confinement",
  compares: `\`${command}\` through openShell in each sandbox with the same under limits alone, ${rounds} rounds in turn`,
  obstacle: () => (process.platform === "linux" ? null : "sandboxes need Linux"),
  run: async () => {
    const limits = await openShell({ cwd: tmpdir(), confine: "limits" });
    const rows: BenchRow[] = [];
    try {
      for (const confine of ["bubblewrap", "unshare"] as const) {
        const shell = await openShell({ cwd: tmpdir(), confine }).catch(() => null);
        if (shell === null) console.warn(`NOT MEASURED: ${confine} does not work here`);
        else rows.push(...(await compare(shell, limits)));
        await shell?.close();
      }
    } finally {
      await limits.close();
    }
    return rows;
  },
};

type Cost = { readonly wallMs: number; readonly cpuMs: number };

async function compare(shell: ReadOnlyShell, limits: ReadOnlyShell): Promise<readonly BenchRow[]> {
  const [boxed, plain]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    boxed.push(await measure(shell));
    plain.push(await measure(limits));
  }
  const wall = [boxed, plain].map((each) => fastTenth(each.map(({ wallMs }) => wallMs)));
  // The kernel counts the time of processes in steps of 10 ms, so that only the mean of many says something.
  const cpu = [boxed, plain].map((each) => each.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / rounds);
  const clock = row(`${shell.confinement}, wall clock`, wall);
  // bwrap(1) ends before its command is waited for, so that nobody is told the command's CPU time.
  return shell.confinement === "bubblewrap" ? [clock] : [clock, row(`${shell.confinement}, CPU time`, cpu)];
}

function row(what: string, [medianMs = Number.NaN, limitsMs = Number.NaN]: readonly number[]): BenchRow {
  const goal = { says: `at most ${goalMs} ms more`, met: medianMs - limitsMs <= goalMs };
  return { what, medianMs, against: { what: "limits alone", medianMs: limitsMs }, bytes: null, goal };
}

async function measure(shell: ReadOnlyShell): Promise<Cost> {
  const [wall, cpu] = [performance.now(), childrenMs()];
  const { isError, content } = await shell.run(command);
  if (isError) throw new Error(`${command} failed in ${shell.confinement}: ${content}`);
  return { wallMs: performance.now() - wall, cpuMs: childrenMs() - cpu };
}

/** CPU time of all children that ended: cutime and cstime of proc(5), in hundredths of a second. */
function childrenMs(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Of ten rounds one is faster: what other processes take from this one is not the sandbox's. */
function fastTenth(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}
