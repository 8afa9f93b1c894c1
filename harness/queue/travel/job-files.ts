import { dirname, isAbsolute, join } from "node:path";
import { statKind } from "../../io/files/disk.ts";
import { workingPath } from "../../io/files/working-path.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { output } from "../../scenario/expectations/output/output.ts";
import { withInner } from "../../scenario/expectations/output/output-matcher.ts";
import type { FilterForm } from "../../scenario/filter-form.ts";
import { resolveSource } from "../../scenario/resolve-source.ts";
import type { ForkScenario, Scenario } from "../../scenario/scenario.ts";
import { moduleFiles } from "./module-files.ts";

/**
 * What a job reads, in groups that travel together: files and folders, from the working folder. A missing file is left out: the job
 * reports it as it does in one process.
 *
 * @throws HarnessError HX441 for a file outside the working folder
 */
export function jobFiles(scenario: Scenario): readonly (readonly string[])[] {
  refuseOutside(scenario.place, scenario.file);
  const groups = sourcesOf(scenario).map((group) => group.filter((path) => statKind(path) !== "missing"));
  for (const path of groups.flat()) refuseOutside(scenario.place, path);
  return groups.filter((group) => group.length > 0);
}

function sourcesOf(scenario: Scenario): readonly (readonly string[])[] {
  const one = (written: string | null): readonly (readonly string[])[] => {
    const path = written === null ? null : find(scenario, written);
    return path === null ? [] : [[path]];
  };
  switch (scenario.kind) {
    case "pair":
      return [...one(scenario.parent.source), ...one(scenario.child.source)];
    case "session":
      return one(scenario.source);
    case "filter":
      return memoryOf(scenario.filter).flatMap(one);
    case "fork":
      return [
        ...one(scenario.parent?.source ?? null),
        ...one(scenario.provider.replay.cassette),
        ...memoryOf(scenario.fork.filter).flatMap(one),
        ...codeOf(scenario),
      ];
  }
}

function memoryOf(filter: readonly FilterForm[]): readonly string[] {
  return filter.flatMap((form) => (form.kind === "auto-mem" ? [form.memoryDir] : []));
}

/** The code that a fork or its scorers run, and rubrics. */
function codeOf(scenario: ForkScenario): readonly (readonly string[])[] {
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
  return named.flatMap((path) => (path !== null && statKind(path) === "file" ? [moduleFiles(path)] : []));
}

/** Null for what is not there, such as the export of a package. */
function find(scenario: Scenario, written: string): string | null {
  try {
    return workingPath(resolveSource(written, "recording", scenario, { statKind }));
  } catch (fault) {
    if (fault instanceof HarnessError && fault.code === "HX140") return null;
    throw fault;
  }
}

/** @throws HarnessError HX441 */
export function refuseOutside(where: string, path: string): void {
  if (!isAbsolute(path) && !/^\.\.(?:\/|$)/.test(path)) return;
  throw new HarnessError({
    code: "HX441",
    what: `${path} is outside the working folder, and a worker gets only files inside it`,
    where,
    fix: "start the run in a folder that holds the scenarios and all that they name",
    exit: 2,
  });
}
