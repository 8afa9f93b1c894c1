import { dirname, isAbsolute, join } from "node:path";

import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { ScenarioDisk } from "./scenario-disk.ts";
import type { Scenario } from "./scenario.ts";

/** The target of a path in a scenario. */
export type SourceNoun = "recording" | "module" | "folder" | "file of rows" | "rubric";

/**
 * Finds a path that a scenario names: relative to the scenario file, then in `fixtures/` of the working folder.
 *
 * @throws HarnessError HX140 if neither place has it
 */
export function resolveSource(
  path: string,
  noun: SourceNoun,
  scenario: Pick<Scenario, "file" | "place">,
  disk: Pick<ScenarioDisk, "statKind">,
  workingFolder: string = ".",
): string {
  const candidates = isAbsolute(path)
    ? [path]
    : [join(dirname(scenario.file), path), join(workingFolder, "fixtures", path)];
  const found = candidates.find((candidate) => disk.statKind(candidate) !== "missing");
  if (found !== undefined) return found;
  throw new HarnessError({
    code: "HX140",
    what: `no ${noun} at \`${path}\`; looked at ${[...new Set(candidates)].join(" and ")}`,
    where: scenario.place,
    fix: "write the path from the scenario's folder, or from fixtures/",
    exit: 2,
  });
}
