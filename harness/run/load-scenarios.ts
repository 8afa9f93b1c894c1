import { listFolder, readBytes, statKind } from "../io/files/disk.ts";
import { workingPath } from "../io/files/working-path.ts";
import type { HarnessError } from "../kernel/faults/harness-error.ts";
import { findScenarios } from "../scenario/find-scenarios.ts";
import { makeScenarioLoader, maxScenarioBytes } from "../scenario/load-scenario.ts";
import { resolveSource } from "../scenario/resolve-source.ts";
import type { OpenRows } from "../scenario/rows/read-cases.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { makeVocabulary } from "./vocabulary.ts";

/** Every scenario file under some paths: its variants, or all that is wrong with it. */
export type LoadedFiles = {
  readonly files: readonly string[];
  readonly scenarios: readonly Scenario[];
  readonly errors: readonly HarnessError[];
  /** A line for each key that has a new name. */
  readonly deprecations: readonly string[];
};

export function loadScenarios(paths: readonly string[]): LoadedFiles {
  const files = findScenarios(paths.map(workingPath), { statKind, listFolder });
  const load = makeScenarioLoader(makeVocabulary(), undefined, openRows);
  const scenarios: Scenario[] = [];
  const errors: HarnessError[] = [];
  const deprecations: string[] = [];
  for (const file of files) {
    const loaded = load(file, readBytes(file, maxScenarioBytes));
    if (loaded.kind === "refused") {
      errors.push(...loaded.errors);
      continue;
    }
    scenarios.push(...loaded.variants);
    deprecations.push(...loaded.deprecations);
  }
  return { files, scenarios, errors, deprecations };
}

/** Larger tables belong into several files. */
const MAX_ROWS_BYTES = 64 * 1024 ** 2;

const openRows: OpenRows = (written, scenario) => {
  const path = resolveSource(written, "file of rows", scenario, { listFolder, statKind });
  return { path, bytes: readBytes(path, MAX_ROWS_BYTES) };
};
