import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { main, type Printed } from "./run-forkproof.ts";

/** `forkproof serve` in a process of its own. */
export type Serving = {
  readonly baseUrl: string;
  /** Presses Ctrl-C, or sends another signal, and waits for the end. `out` is what came behind the first line. */
  readonly interrupt: (signal?: NodeJS.Signals) => Promise<Printed>;
};

/** Starts it in `folder` and waits for the line that says where it serves. */
export async function serveForkproof(
  args: readonly string[],
  folder: string,
  nodeOptions: readonly string[] = [],
): Promise<Serving> {
  const child = spawn(process.execPath, [...nodeOptions, main, "serve", ...args], { cwd: folder, env: {} });
  // A test that fails before it interrupts leaves nothing running.
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on("line", (line) => lines.push(line));
  const err = collect(child);
  await once(reader, "line");
  const { baseUrl } = JSON.parse(lines[0] ?? "") as { baseUrl: string };
  return {
    baseUrl,
    interrupt: async (signal = "SIGINT") => {
      const ended = once(child, "close");
      child.kill(signal);
      const [exit] = (await ended) as [number];
      return { exit, out: lines.slice(1).join("\n"), err: err() };
    },
  };
}

function collect(child: ChildProcessWithoutNullStreams): () => string {
  let text = "";
  child.stderr.on("data", (bytes: Buffer) => (text += bytes.toString()));
  return () => text;
}
