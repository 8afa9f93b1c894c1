import { posix } from "node:path";

import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { ListedEntry, ScenarioDisk } from "./scenario-disk.ts";

/**
 * The scenario files under some paths, each once, in code unit order: a file as it is, a folder with all `.yaml` and
 * `.yml` files below it. Skips hidden folders, `node_modules`, and links to folders, which may be circular.
 *
 * @throws HarnessError HX130 for a folder without scenarios, HX131 for no path at all; the disk's own for what it cannot read
 */
export function findScenarios(paths: readonly string[], disk: ScenarioDisk): readonly string[] {
  if (paths.length === 0) {
    throw new HarnessError({
      code: "HX131",
      what: "no path to look for scenarios in",
      fix: "name a scenario file or a folder",
      exit: 2,
    });
  }
  const found = paths.flatMap((path) => findUnder(path, disk));
  return [...new Set(found.map((path) => posix.normalize(path)))].sort();
}

function findUnder(path: string, disk: ScenarioDisk): readonly string[] {
  // A missing path stays in the list: reading it gives a better error than a guess here.
  if (disk.statKind(path) !== "folder") return [path];
  const found = [...walk(path, disk)];
  if (found.length > 0) return found;
  throw new HarnessError({
    code: "HX130",
    what: "no scenario in this folder",
    where: path,
    fix: "put a `.yaml` file in it or name another folder",
    exit: 2,
  });
}

function* walk(folder: string, disk: ScenarioDisk): Generator<string> {
  const entries = disk.listFolder(folder);
  // A cassette's YAML is not a scenario.
  if (entries.some(({ name }) => name === "cassette.yaml")) return;
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.kind === "folder") {
      if (!isPassedOver(entry)) yield* walk(path, disk);
    } else if (/\.ya?ml$/.test(entry.name) && !isLinkToFolder(entry, path, disk)) {
      yield path;
    }
  }
}

function isPassedOver({ name }: ListedEntry): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function isLinkToFolder({ kind }: ListedEntry, path: string, disk: ScenarioDisk): boolean {
  return kind === "link" && disk.statKind(path) === "folder";
}
