import { resolve } from "node:path";
import type { ChunkingContext } from "rolldown";

/** Parts that find and explain breaks, for runs and for the part for tests. */
export const JUDGE: RegExp = /[\\/]harness[\\/](?:break-cost|compare|diagnosis|lineage|money|verdict)[\\/]/;

/** Parts of the harness that run jobs and gate them. Workers, the fork library and the part for tests do without. */
export const RUNNER: RegExp =
  /[\\/]harness[\\/](?:baseline|checks|cli[\\/]commands[\\/]run|cli[\\/]reporting|run(?![\\/](?:fork[\\/]modules|parallel[\\/]worker|worker-entry)))[\\/]/;

/** The file for a part of a run: one is loaded by every run at once, the other once a case forks. */
export function chunkOfRun(id: string, graph: ChunkingContext): string {
  return loadedByRun(graph).has(id) ? "runner" : "forks";
}

let loaded: Set<string> | undefined;

/** The modules that a run loads at once, directly or through others. */
function loadedByRun(graph: ChunkingContext): ReadonlySet<string> {
  if (loaded !== undefined) return loaded;
  loaded = new Set([resolve("harness/cli/commands/run/run-command.ts")]);
  for (const id of loaded) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) loaded.add(next);
  return loaded;
}
