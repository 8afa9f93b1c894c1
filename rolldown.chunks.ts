import { resolve } from "node:path";
import type { ChunkingContext } from "rolldown";

/**
 * One file for what `judge` loads at once, one for what `inspect` and runs share, one for the rest of what a run loads at once, and
 * one for the parts of a run that wait until a case forks.
 */
export function chunkOf(id: string, graph: ChunkingContext): string | null {
  const isLoadedBy = (entry: string): boolean => loadedBy(entry, graph).has(id);
  if (LEAN.some(isLoadedBy)) return null;
  if (isLoadedBy("./harness/cli/commands/judge/judge-command.ts")) return "judge";
  const runs = isLoadedBy("./harness/cli/commands/run/run-command.ts");
  if (runs) return isLoadedBy("./harness/cli/commands/inspect-command.ts") ? "inspector" : "runner";
  return FORKS.test(id) ? "forks" : null;
}

/** Files that have to load little: `--help`, the workers of modules, the fork library. */
const LEAN: readonly string[] = [
  "./harness/cli/main.ts",
  "./harness/cli/run-cli.ts",
  "./harness/cli/commands.ts",
  "./harness/cli/render-help.ts",
  "./harness/run/fork/modules/worker/main.ts",
  "./src/index.ts",
];

/** Parts of a run that a job without a fork does not load. */
const FORKS = /[\\/]harness[\\/]run[\\/](?:fork|job)[\\/](?!modules)/;

const closures = new Map<string, ReadonlySet<string>>();

/** The modules that a file loads at once, directly or through others. */
function loadedBy(entry: string, graph: ChunkingContext): ReadonlySet<string> {
  const known = closures.get(entry);
  if (known !== undefined) return known;
  const loaded = new Set([resolve(entry)]);
  for (const id of loaded) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) loaded.add(next);
  closures.set(entry, loaded);
  return loaded;
}
