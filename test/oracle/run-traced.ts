import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { hostileVariables } from "./canaries.ts";
import { type Misdeed, judgeCall } from "./judge-call.ts";
import type { Playground } from "./playground.ts";
import { namespaces, type Shell } from "./shells.ts";
import { readTracedCall } from "./traced-call.ts";

export type Batch = {
  readonly commands: readonly string[];
  /** Where they start: a folder of the playground. */
  readonly cwd: "play" | "memory" | "repo";
  /** Whether the git of `openShell` stands before the real one. */
  readonly guarded?: boolean;
  readonly locale: "C" | "C.UTF-8";
  /** Whether getopt ends options at the first operand, as BSD does, and Bash keeps to POSIX. */
  readonly posix?: boolean;
  /** In a shell of its own each, as a dispatcher does, or many in one, which takes a fifth of the time. */
  readonly each: "own-shell" | "subshell";
  /** How long a command may make no judged call; five seconds where it is left out. */
  readonly stalledMs?: number;
};

export type Traced = {
  /** How many commands ran. */
  readonly runs: number;
  /** System calls that were judged. */
  readonly calls: number;
  /** Commands that were stopped, since they did nothing for five seconds. */
  readonly hung: readonly string[];
  readonly misdeeds: readonly (Misdeed & { readonly command: string })[];
};

const mark = "/oracle-mark/";

/** Runs a batch in one shell under strace, with the rest of it again where a command hangs. Throws where the tracer saw no canary at the end. */
export async function runTraced(
  ground: Playground,
  shell: Shell,
  batch: Batch,
  programs: ReadonlySet<string>,
): Promise<Traced> {
  let [from, runs, calls] = [0, 0, 0];
  const hung: string[] = [];
  const misdeeds: (Misdeed & { readonly command: string })[] = [];
  while (from < batch.commands.length) {
    const rest = { ...batch, commands: batch.commands.slice(from) };
    const part = await runOnce(ground, shell, rest, programs);
    calls += part.calls;
    misdeeds.push(...part.misdeeds);
    const reached = part.ended ? rest.commands.length : part.at + 1;
    if (reached === 0) throw new Error(`the traced ${shell.name} ran nothing: ${part.noise}`);
    if (!part.ended) hung.push(rest.commands[part.at] ?? "");
    runs += reached;
    from += reached;
  }
  return { runs, calls, hung, misdeeds };
}

type Part = {
  readonly ended: boolean;
  readonly at: number;
  readonly calls: number;
  readonly misdeeds: Traced["misdeeds"];
  readonly noise: string;
};

/** How long namespaces and strace may take to start, and a canary to run: a busy machine may take long. */
const MOST_MS = 60_000;

let scripts = 0;

async function runOnce(ground: Playground, shell: Shell, batch: Batch, programs: ReadonlySet<string>): Promise<Part> {
  const script = `script-${(scripts += 1)}`;
  writeFileSync(join(ground.folder, script), scriptOf(shell, batch));
  const box = join(import.meta.dirname, "box.sh");
  const path = batch.guarded === true ? `/mnt/guard:${shell.path}` : shell.path;
  const env = {
    ...hostileVariables,
    FORKPROOF_GIT: "/usr/bin/git",
    PATH: path,
    HOME: "/mnt/play",
    LANG: batch.locale,
    TMPDIR: "/tmp",
  };
  const child = spawn("unshare", [...namespaces, "/bin/bash", box, ground.folder, ...shell.program, `/mnt/${script}`], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const stop = (): boolean => child.kill("SIGKILL");
  let timer = setTimeout(stop, MOST_MS);
  let [at, calls, ended, sawCanary] = [-1, 0, false, false];
  const misdeeds: (Misdeed & { readonly command: string })[] = [];
  const noise: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    const call = readTracedCall(line);
    if (call === null) {
      if (noise.length < 5 && !/^(?:\[pid|\d+ <|<\.\.\.)/.test(line)) noise.push(line);
      continue;
    }
    const marked =
      call.name === "chdir" && call.texts[0]?.startsWith(mark) === true ? call.texts[0].slice(mark.length) : null;
    if (marked !== null) {
      clearTimeout(timer);
      ended = marked === "end";
      // The canary follows the last command, and is due however busy the machine is.
      timer = setTimeout(stop, ended ? MOST_MS : (batch.stalledMs ?? 5000));
      if (!ended) at = Number(marked);
      continue;
    }
    if (at < 0) continue;
    calls += 1;
    const command = batch.commands[at] ?? "";
    const misdeed = judgeCall(call, command, programs);
    if (misdeed === null) continue;
    if (ended && call.texts[0] === "/mnt/bin/evil") sawCanary = true;
    else misdeeds.push({ ...misdeed, command });
  }
  clearTimeout(timer);
  if (ended && !sawCanary)
    throw new Error(
      `the tracer did not see the canary at the end of a batch in ${shell.name}${child.killed ? ", and was stopped" : ""}: ${noise.join("\n")}`,
    );
  return { ended, at, calls, misdeeds, noise: noise.join("\n") };
}

/** Each command in a subshell behind a mark that strace sees, with limits of time and memory; the last one is a canary. */
function scriptOf({ program }: Shell, { commands, cwd, each, posix }: Batch): string {
  const lines = commands.map((command, at) => {
    const text = `'${command.replaceAll("'", String.raw`'\''`)}'`;
    // A shell of its own takes the place of the subshell, which could not wait for what that shell leaves running.
    const run = each === "subshell" ? `eval ${text}; wait` : `exec ${program.join(" ")} -c ${text}`;
    return `cd ${mark}${at}\n(ulimit -t 2; ${posix === true ? "export POSIXLY_CORRECT=1; " : ""}${run})`;
  });
  return ["exec 2>&1 </dev/null", "ulimit -v 1048576", `cd /mnt/${cwd}`, ...lines, `cd ${mark}end`, "(evil)", ""].join(
    "\n",
  );
}
