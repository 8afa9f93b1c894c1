import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A program in a process of its own, and where it listens. */
export type Started = AsyncDisposable & { readonly url: string; readonly child: ChildProcess };

/** Runs `source` as a module; its first message says where it listens. */
export async function startProcess(source: string, ...args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", source, "--", ...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [url] = (await once(child, "message")) as [string];
  return {
    url,
    child,
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

/** Memory in kilobytes at its peak, or CPU time so far. */
export async function askProcess<Answer>({ child }: Started, about: "memory" | "cpu"): Promise<Answer> {
  child.send(about);
  const [answer] = (await once(child, "message")) as [Answer];
  return answer;
}

/** What each of them measured, round by round. */
export async function takeTurns<const Sides extends readonly unknown[], Measured>(
  rounds: number,
  sides: Sides,
  measure: (side: Sides[number]) => Promise<Measured>,
): Promise<{ [Side in keyof Sides]: Measured[] }> {
  const measured = sides.map((): Measured[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, side] of sides.entries()) measured[at]?.push(await measure(side));
  return measured as { [Side in keyof Sides]: Measured[] };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
