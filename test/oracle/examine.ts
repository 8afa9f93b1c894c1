import type { Misdeed } from "./judge-call.ts";
import type { Playground } from "./playground.ts";
import { type Batch, runTraced } from "./run-traced.ts";
import { shells } from "./shells.ts";

/** An allowed command, with the promise under which it is allowed. */
export type Allowed = { readonly command: string; readonly promise: "literal" | "bash" };

/** A command that did what its promise excludes, and the shell in which it did. */
export type Hit = Allowed & { readonly shell: string; readonly did: Misdeed["did"] | "hung"; readonly call: string };

export type Examined = {
  readonly commands: number;
  /** Runs by shell. */
  readonly runs: Readonly<Record<string, number>>;
  /** System calls that were judged. */
  readonly calls: number;
  /** Commands that had to be stopped: whether a command ends is the affair of whoever runs it. */
  readonly hung: readonly Hit[];
  readonly hits: readonly Hit[];
};

export const nothingExamined: Examined = { commands: 0, runs: {}, calls: 0, hung: [], hits: [] };

/** Runs allowed commands in the shells that their promise speaks of: `literal` in all four, `bash` in Bash. */
export async function examine(
  ground: Playground,
  allowed: readonly Allowed[],
  programs: ReadonlySet<string>,
  how: Omit<Batch, "commands">,
): Promise<Examined> {
  const parts = await Promise.all(
    shells.map(async (shell): Promise<Examined> => {
      const due = shell.name === "bash" ? allowed : allowed.filter(({ promise }) => promise === "literal");
      if (due.length === 0) return nothingExamined;
      const commands = due.map(({ command }) => command);
      const traced = await runTraced(ground, shell, { ...how, commands }, programs);
      const promiseOf = new Map(due.map(({ command, promise }) => [command, promise]));
      const hit = (command: string, did: Hit["did"], call: string): Hit => ({
        command,
        promise: promiseOf.get(command) ?? "bash",
        shell: shell.name,
        did,
        call,
      });
      const hung = traced.hung.map((command) => hit(command, "hung", ""));
      // What a command leaves running may act in the time of the next ones, so that each is run again alone.
      const suspects = new Set(
        traced.misdeeds.flatMap(({ command }) => {
          const at = commands.indexOf(command);
          return commands.slice(Math.max(0, at - 3), at + 1);
        }),
      );
      const hits: Hit[] = [];
      for (const command of suspects) {
        const alone = await runTraced(ground, shell, { ...how, commands: [command] }, programs);
        const first = alone.misdeeds[0];
        if (first !== undefined) hits.push(hit(command, first.did, first.call));
      }
      return { commands: 0, runs: { [shell.name]: traced.runs }, calls: traced.calls, hung, hits };
    }),
  );
  return { ...parts.reduce(addExamined, nothingExamined), commands: allowed.length };
}

export function addExamined(left: Examined, right: Examined): Examined {
  const names = [...new Set([...Object.keys(left.runs), ...Object.keys(right.runs)])];
  return {
    commands: left.commands + right.commands,
    runs: Object.fromEntries(names.map((name) => [name, (left.runs[name] ?? 0) + (right.runs[name] ?? 0)])),
    calls: left.calls + right.calls,
    hung: [...left.hung, ...right.hung],
    hits: [...left.hits, ...right.hits],
  };
}
