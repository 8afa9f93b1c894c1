import type { Examined, Hit } from "./examine.ts";

/** One line of JSON a hit, so that a corpus can take it as it is. */
export function describeHit({ command, promise, shell, did, call }: Hit): string {
  return JSON.stringify({ command, promise, shell, did, call });
}

/** What was examined and what it came to, in one line. */
export function summarize({ commands, runs, calls, hung, hits }: Examined): string {
  const each = Object.entries(runs).map(([shell, count]) => `${count} in ${shell}`);
  return `${commands} allowed commands: ${each.join(", ")}; ${calls} system calls, ${hits.length} failures, ${hung.length} stopped`;
}
