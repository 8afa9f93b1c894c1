import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { endLeftovers } from "../../harness/io/workers/leftover-processes.ts";
import { markEnvironment } from "../../harness/io/workers/run-mark.ts";

/** A process that answers each line, and what became of it: `alive` if it answers, else the signal that ended it. */
async function startEcho(env: NodeJS.ProcessEnv): Promise<() => Promise<unknown>> {
  const source = `process.stdin.pipe(process.stdout); process.stdout.write("ready");`;
  const child = spawn(process.execPath, ["-e", source], { env, stdio: ["pipe", "pipe", "ignore"] });
  const exit = once(child, "exit").then(([, signal]): unknown => signal);
  await once(child.stdout, "data");
  child.stdin.on("error", () => undefined);
  return async () => {
    const answer = once(child.stdout, "data").then(() => "alive");
    // Ends with an error if the process is gone.
    answer.catch(() => undefined);
    child.stdin.write("?");
    const fate = await Promise.race([answer, exit]);
    child.kill("SIGKILL");
    await exit;
    return fate;
  };
}

test.runIf(process.platform === "linux")(
  "the end of a run ends the processes that bear its mark, and spares other children of the same program",
  async () => {
    const marked = await startEcho(markEnvironment({}));
    const other = await startEcho({});
    const ended: number[] = [];
    endLeftovers([], (processes) => ended.push(...processes.map(({ pid }) => pid)))[Symbol.dispose]();
    expect(ended).toHaveLength(1);
    expect(await marked()).toBe("SIGKILL");
    expect(await other()).toBe("alive");
  },
);
