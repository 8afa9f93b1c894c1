import { resolve } from "node:path";
import type { ChunkingContext } from "rolldown";

/** Parts of the harness that run jobs and gate them. Workers, the fork library and the part for tests do without, and few forks bring schemas. */
export const RUNNER: RegExp =
  /[\\/]harness[\\/](?:baseline|checks|cli[\\/]commands[\\/]run|cli[\\/]reporting|run(?![\\/](?:evals[\\/]check-schemas|fork[\\/]modules|parallel[\\/]worker|worker-entry)))[\\/]/;

/** The file for a part of a run: one is loaded by every run at once, the other once a case forks. */
export function chunkOfRun(id: string, graph: ChunkingContext): string {
  return loadedBy("harness/cli/commands/run/run-command.ts", graph).has(id) ? "runner" : "forks";
}

/**
 * The file for what all commands load, or for what a judgement needs; null for all else. Tests of users judge without commands, and the
 * program itself waits for the command line, which can therefore not be the same file.
 */
export function chunkOfStart(id: string, graph: ChunkingContext): string | null {
  const loadedByEntry = (entry: string): boolean => loadedBy(entry, graph).has(id);
  if (loadedByEntry("harness/cli/main.ts")) return null;
  const forTests = loadedByEntry("harness/testing/index.ts");
  if (COMMAND_LINE.some(loadedByEntry)) return forTests ? null : "command-line";
  return forTests && loadedByEntry("harness/cli/commands/judge/judge-command.ts") ? "judge" : null;
}

const COMMAND_LINE = ["harness/cli/run-cli.ts", "harness/cli/render-help.ts"];

/** The modules that a module loads at once, directly or through others. */
function loadedBy(entry: string, graph: ChunkingContext): ReadonlySet<string> {
  const known = loaded.get(entry);
  if (known !== undefined) return known;
  const all = new Set([resolve(entry)]);
  for (const id of all) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) all.add(next);
  loaded.set(entry, all);
  return all;
}

const loaded = new Map<string, ReadonlySet<string>>();
