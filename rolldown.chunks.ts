import { globSync } from "node:fs";
import { resolve } from "node:path";
import type { ChunkingContext } from "rolldown";

/** Parts of the harness that run jobs and gate them. Workers, the fork library and the part for tests do without, and few forks bring schemas. */
const RUNNER: RegExp =
  /[\\/]harness[\\/](?:baseline|checks|cli[\\/]commands[\\/]run|cli[\\/]reporting|run(?![\\/](?:evals[\\/]check-schemas|fork[\\/]modules|parallel[\\/]worker|worker-entry)))[\\/]/;

/** The file for a part of a run: one is loaded by every run at once, the other once a case forks. Null for what few cases use. */
function chunkOfRun(id: string, graph: ChunkingContext): string | null {
  if (loadedBy("harness/cli/commands/run/run-command.ts", graph).has(id)) return "runner";
  return loadedBy("harness/run/job/run-fork.ts", graph).has(id) ? "forks" : null;
}

/**
 * The file for what the process of users' modules shares with others. It needs a fiftieth of what a run needs. As parts of larger files it
 * would read and compile two megabytes. Null for what it does not load, and for what the program itself waits for.
 */
function chunkOfSubject(id: string, graph: ChunkingContext): string | null {
  if (loadedBy("harness/cli/main.ts", graph).has(id)) return null;
  return loadedBy("harness/run/fork/modules/worker/main.ts", graph).has(id) ? "subject" : null;
}

/**
 * The file for what all commands load, or for what a judgement needs; null for all else. Tests of users judge without commands, and the
 * program itself waits for the command line, which can therefore not be the same file.
 */
function chunkOfStart(id: string, graph: ChunkingContext): string | null {
  const loadedByEntry = (entry: string): boolean => loadedBy(entry, graph).has(id);
  if (loadedByEntry("harness/cli/main.ts")) return null;
  const forTests = loadedByEntry("harness/testing/index.ts");
  if (COMMAND_LINE.some(loadedByEntry)) return forTests ? null : "command-line";
  return forTests && loadedByEntry("harness/cli/commands/judge/judge-command.ts") ? "judge" : null;
}

/**
 * The file for the small parts of a command that is waited for: each file of its own would cost more to find than to read. Null for what only
 * tests of users need, and for most packages. `inspect` does without scenarios, so what it shares with a run is a file of its own.
 */
function chunkOfCommand(id: string, graph: ChunkingContext): string | null {
  const loadedByEntry = (entry: string): boolean => loadedBy(entry, graph).has(id);
  const isOfRun = loadedByEntry("harness/cli/commands/run/run-command.ts");
  if (loadedByEntry("harness/cli/main.ts")) return "start";
  if (COMMAND_LINE.some(loadedByEntry)) return "basics";
  if (loadedByEntry("harness/report/render-judgement.ts")) return "judgement-text";
  if (!OURS.test(id) || loadedByEntry("harness/testing/index.ts")) return null;
  if (loadedByEntry("harness/cli/commands/judge/judge-command.ts")) return "judging";
  if (loadedByEntry("harness/cli/commands/inspect-command.ts")) return isOfRun ? "commands" : null;
  if (isOfRun) return "running";
  if (loadedByEntry("harness/run/job/run-fork.ts")) return "forking";
  if (MOCKED_WIRES.some(loadedByEntry)) return "mocked-wires";
  return loadedByEntry("harness/report/reporters/table.ts") ? "run-text" : null;
}

const OURS = /[\\/]harness[\\/]/;
/** The mocked provider loads all of them, since a request names its wire format by its path. */
const MOCKED_WIRES = globSync("harness/wires/*/mocked/mock-wire.ts");

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

/** The first that names a file for a module has it. */
export const CHUNKS: readonly ChunkGroup[] = [
  { name: chunkOfSubject, minShareCount: 2 },
  { name: chunkOfRun, test: RUNNER, minShareCount: 2 },
  { name: chunkOfStart },
  { name: chunkOfCommand, minShareCount: 2 },
];

type ChunkGroup = {
  readonly name: (id: string, graph: ChunkingContext) => string | null;
  readonly test?: RegExp;
  readonly minShareCount?: number;
};
