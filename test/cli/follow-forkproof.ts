import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { programFor } from "./run-forkproof.ts";

/** `forkproof inspect --follow` in a process of its own. */
export type Following = {
  readonly child: ChildProcess;
  readonly said: { out: string; err: string };
  /** Waits until stderr holds a text. */
  readonly printed: (text: string) => Promise<void>;
  /** Presses Ctrl-C and waits for the end: the exit code. */
  readonly interrupt: () => Promise<number>;
};

/** Listens from the start to the end: a listener that is put on for each wait would miss what comes between two. */
export function followForkproof(
  args: readonly string[],
  folder: string,
  nodeOptions: readonly string[] = [],
): Following {
  const command = [...nodeOptions, programFor(nodeOptions), "inspect", "--follow", ...args];
  const child = spawn(process.execPath, command, { cwd: folder, env: {} });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString()));
  return {
    child,
    said,
    printed: async (text) => {
      while (!said.err.includes(text)) await once(child.stderr, "data");
    },
    interrupt: async () => {
      const ended = once(child, "close");
      child.kill("SIGINT");
      const [exit] = (await ended) as [number];
      return exit;
    },
  };
}
