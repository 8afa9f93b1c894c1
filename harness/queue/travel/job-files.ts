import { dirname, join } from "node:path";
import { listFolder, realPath, statKind } from "../../io/files/disk.ts";
import { workingPath } from "../../io/files/working-path.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { output } from "../../scenario/expectations/output/output.ts";
import { withInner } from "../../scenario/expectations/output/output-matcher.ts";
import type { FilterForm } from "../../scenario/filter-form.ts";
import { resolveSource } from "../../scenario/resolve-source.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { moduleFiles, type ModuleFiles, type ReadModule } from "./module-files.ts";
import { refuseOutside } from "./refuse-outside.ts";

/** Files and folders that travel together, from the working folder. */
export type FileGroup = {
  readonly paths: readonly string[];
  /** Whether only forkproof's own code reads them, by the functions of `disk.ts`, so that they need not be on a disk. */
  readonly inMemory: boolean;
};

/**
 * What a job reads. A missing file is left out: the job
 * reports it as it does in one process. `hasExtra`: the user has named other files that jobs read. `read` may remember modules that many
 * jobs share.
 *
 * @throws HarnessError HX441 for a file outside the working folder, and for a module that loads something else unless `hasExtra`
 */
export function jobFiles(scenario: Scenario, hasExtra: boolean, read: ReadModule = moduleFiles): readonly FileGroup[] {
  refuseOutside(scenario.place, scenario.file);
  const modules = modulesOf(scenario, read);
  const unclear = modules.find((each) => each.unclear !== null)?.unclear ?? null;
  if (!hasExtra && unclear !== null) refuseUnclear(scenario.place, unclear);
  const recordings = recordingsOf(scenario);
  const others = [...memoryOf(scenario), ...modules.map(({ files }) => files)].map((paths) =>
    paths.filter((path) => statKind(path) !== "missing"),
  );
  for (const path of [...recordings, ...others.flat()]) refuseOutside(scenario.place, workingPath(realPath(path)));
  const isAlone = others.length === 0 && scenario.kind === "fork" && scenario.fork.subject.kind === "strategy";
  return [
    // A traffic file is read in parts, by other functions.
    ...recordings.map((path) => ({ paths: [path], inMemory: isAlone && statKind(path) === "folder" })),
    ...others.filter((paths) => paths.length > 0).map((paths) => ({ paths, inMemory: false })),
  ];
}

/** The packages that the modules of jobs import, with what identifies them here. */
export function packagesOf(scenarios: readonly Scenario[], read: ReadModule): Readonly<Record<string, string>> {
  const found = scenarios.flatMap((scenario) => modulesOf(scenario, read).flatMap(({ packages }) => [...packages]));
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function recordingsOf(scenario: Scenario): readonly string[] {
  switch (scenario.kind) {
    case "pair":
      return foundOf(scenario, [scenario.parent.source, scenario.child.source]);
    case "session":
      return foundOf(scenario, [scenario.source]);
    case "filter":
      return [];
    case "fork":
      return foundOf(scenario, [scenario.parent?.source ?? null, scenario.provider.replay.cassette]);
  }
}

/** The folders of memory filters, each in a group of its own. */
function memoryOf(scenario: Scenario): readonly (readonly string[])[] {
  const filter: readonly FilterForm[] =
    scenario.kind === "filter" ? scenario.filter : scenario.kind === "fork" ? scenario.fork.filter : [];
  const written = filter.flatMap((form) => (form.kind === "auto-mem" ? [form.memoryDir] : []));
  return foundOf(scenario, written).map((path) => [path]);
}

function foundOf(scenario: Scenario, written: readonly (string | null)[]): readonly string[] {
  return written.flatMap((each) => (each === null ? [] : (find(scenario, each) ?? [])));
}

/** The code that a fork or its scorers run, and rubrics. */
function modulesOf(scenario: Scenario, read: ReadModule): readonly ModuleFiles[] {
  if (scenario.kind !== "fork") return [];
  const { subject } = scenario.fork;
  const folder = dirname(scenario.file);
  const inner = (expectedOf(scenario.expect, output) ?? []).flatMap(({ matcher }) => withInner(matcher));
  const named = [
    ...(subject.kind === "module" ? [find(scenario, subject.path)] : []),
    ...(subject.kind === "command" ? subject.command.map((word) => workingPath(join(folder, word))) : []),
    ...inner.map((each) =>
      each.kind === "module"
        ? find(scenario, each.module)
        : each.kind === "grader"
          ? find(scenario, each.rubric)
          : null,
    ),
  ];
  return named.flatMap((path) => (path !== null && statKind(path) === "file" ? [read(path)] : []));
}

/** Null for a path that does not exist, such as the export of a package. */
function find(scenario: Scenario, written: string): string | null {
  try {
    return workingPath(resolveSource(written, "recording", scenario, { listFolder, statKind }));
  } catch (fault) {
    if (fault instanceof HarnessError && fault.code === "HX140") return null;
    throw fault;
  }
}

function refuseUnclear(where: string, { path, code }: NonNullable<ModuleFiles["unclear"]>): never {
  throw new HarnessError({
    code: "HX441",
    what: `${path} loads a file whose path its code does not say (${code.trim()}), so that it cannot travel with the job`,
    where,
    fix: "name what it loads with --queue-files PATH, or the module itself if it loads no file",
    exit: 2,
  });
}
