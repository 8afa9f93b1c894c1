import { spawnSync } from "node:child_process";

/** What one process of the program took: time of the processor and of the clock in milliseconds, memory at its peak in megabytes. */
export type Spent = { readonly cpuMs: number; readonly wallMs: number; readonly peakMb: number };

/** The program itself as a user runs it; its last words are what it used. One that fails is fast: only what exits with 0 counts. */
export function spend(cli: string, args: readonly string[]): Spent {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--import", TELLER, cli, ...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const wallMs = performance.now() - startMs;
  const [, told] = /^USED (.*)$/m.exec(stderr) ?? [];
  if (status !== 0 || told === undefined) throw new Error(`${args.join(" ")} exited ${status}: ${stderr}`);
  return { ...JSON.parse(told), wallMs };
}

const TELLER = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from "node:fs";
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpuMs: (userCPUTime + systemCPUTime) / 1e3, peakMb: Math.round(maxRSS / 1024) };
  writeSync(2, "\\nUSED " + JSON.stringify(used) + "\\n");
});`)}`;
