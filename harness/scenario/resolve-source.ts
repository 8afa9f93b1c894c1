import { basename, dirname, isAbsolute, join } from "node:path";

import { HarnessError } from "../kernel/faults/harness-error.ts";
import { nearestWord } from "../kernel/text/nearest-word.ts";
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
  disk: ScenarioDisk,
  workingFolder: string = ".",
): string {
  const candidates = isAbsolute(path)
    ? [path]
    : [join(dirname(scenario.file), path), join(workingFolder, "fixtures", path)];
  const found = candidates.find((candidate) => disk.statKind(candidate) !== "missing");
  if (found !== undefined) return found;
  const near = nearestName(path, candidates, disk);
  throw new HarnessError({
    code: "HX140",
    what: `no ${noun} at \`${path}\`; looked at ${[...new Set(candidates)].join(" and ")}`,
    where: scenario.place,
    fix: `${near === null ? "" : `did you mean \`${near}\`? `}write the path from the scenario's folder, or from fixtures/`,
    exit: 2,
  });
}

/** The path with its last name as the folder spells it that has one alike; null without one. */
function nearestName(
  path: string,
  candidates: readonly string[],
  { statKind, listFolder }: ScenarioDisk,
): string | null {
  for (const candidate of candidates) {
    const folder = dirname(candidate);
    if (statKind(folder) !== "folder") continue;
    const near = nearestWord(
      basename(candidate),
      listFolder(folder).map(({ name }) => name),
    );
    if (near !== null) return dirname(path) === "." ? near : `${dirname(path)}/${near}`;
  }
  return null;
}
