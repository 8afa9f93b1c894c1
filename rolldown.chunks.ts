import { resolve } from "node:path";
import type { ChunkingContext } from "rolldown";

/** Parts of the harness that run jobs and gate them. Workers, the fork library and the part for tests do without, and few forks bring schemas. */
export const RUNNER: RegExp =
  /[\\/]harness[\\/](?:baseline|checks|cli[\\/]commands[\\/]run|cli[\\/]reporting|run(?![\\/](?:evals[\\/]check-schemas|fork[\\/]modules|parallel[\\/]worker|worker-entry)))[\\/]/;

/** The file for a part of a run: one is loaded by every run at once, the other once a case forks. Null for what few cases use. */
export function chunkOfRun(id: string, graph: ChunkingContext): string | null {
  if (loadedBy("harness/cli/commands/run/run-command.ts", graph).has(id)) return "runner";
  return loadedBy("harness/run/job/run-fork.ts", graph).has(id) ? "forks" : null;
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

/**
 * The file for the small parts of a command that is waited for: each file of its own would cost more to find than to read. Null for what
 * `inspect` needs of a run and tests of users need, since both do without scenarios, and for packages.
 */
export function chunkOfCommand(id: string, graph: ChunkingContext): string | null {
  const first = ["harness/cli/main.ts", "harness/testing/index.ts", ...COMMAND_LINE];
  if (!OURS.test(id) || first.some((entry) => loadedBy(entry, graph).has(id))) return null;
  if (MOCKED_WIRES.test(id)) return "mocked-wires";
  if (loadedBy("harness/cli/commands/judge/judge-command.ts", graph).has(id)) return "judging";
  const isOfRun = loadedBy("harness/cli/commands/run/run-command.ts", graph).has(id);
  return isOfRun && !loadedBy("harness/cli/commands/inspect-command.ts", graph).has(id) ? "running" : null;
}

const OURS = /[\\/]harness[\\/]/;
const MOCKED_WIRES = /[\\/]harness[\\/]wires[\\/][^\\/]+[\\/]mocked[\\/]/;

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
