import { spawnSync } from "node:child_process";
import { arch, cpus, platform, totalmem } from "node:os";
import { once } from "../../harness/kernel/memo/once.ts";
import { median } from "./processes.ts";

/** What the figures were measured on, and the day. How fast Node starts says most of what a machine's milliseconds are worth. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  const node = `Node ${process.versions.node} (\`node -e 0\` takes ${emptyStartMs().toFixed(0)} ms)`;
  return `${cpus().length} × ${cpu?.model.trim() ?? "unknown CPU"}, ${memory} GB, ${platform()} ${arch()}, ${node}, ${day}`;
}

const emptyStartMs = once(() =>
  median(
    Array.from({ length: 5 }, () => {
      const startMs = performance.now();
      spawnSync(process.execPath, ["-e", "0"]);
      return performance.now() - startMs;
    }),
  ),
);
