import { dirname, join } from "node:path";
import { readBytes, realPath, statKind } from "../../io/files/disk.ts";
import { workingPath } from "../../io/files/working-path.ts";
import { moduleReads } from "./module-reads.ts";
import { installedPackage } from "./installed-package.ts";

/** A module, and all that it loads. */
export type ModuleFiles = {
  /** With all modules and JSON files that it imports by relative paths, and the manifests that say how Node reads them. */
  readonly files: readonly string[];
  /** The packages that these import, with what identifies them; without those that are not installed. */
  readonly packages: ReadonlyMap<string, string>;
  /** A module that loads something whose name its code does not say, and where. */
  readonly unclear: { readonly path: string; readonly code: string } | null;
};

export type ReadModule = (entry: string) => ModuleFiles;

/** Reads each module once while the jobs of a run are checked: many share one. */
export function rememberModules(): ReadModule {
  const known = new Map<string, ModuleFiles>();
  return (entry) => {
    const files = known.get(entry) ?? moduleFiles(entry);
    known.set(entry, files);
    return files;
  };
}

export function moduleFiles(entry: string): ModuleFiles {
  const found = new Set<string>();
  const packages = new Map<string, string>();
  let unclear: ModuleFiles["unclear"] = null;
  const left = [entry];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path) || statKind(path) !== "file") continue;
    found.add(path);
    // Node reads a linked module where it really is, and its relative paths start there.
    const real = workingPath(realPath(path));
    if (real !== workingPath(path)) {
      left.push(real);
      continue;
    }
    const manifest = nearestManifest(dirname(path));
    if (manifest !== null) found.add(manifest);
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue;
    const folder = dirname(path);
    const reads = moduleReads(readBytes(path).toString("utf8"));
    left.push(...reads.paths.map((written) => workingPath(join(folder, written))));
    for (const name of reads.packages) {
      if (packages.has(name)) continue;
      const identity = installedPackage(name, folder);
      if (identity !== null) packages.set(name, identity);
    }
    if (reads.unclear !== null) unclear ??= { path, code: reads.unclear };
  }
  return { files: [...found].sort(), packages, unclear };
}

function nearestManifest(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, "package.json");
    if (statKind(path) === "file") return path;
    if (at === "." || at === dirname(at) || at.endsWith("..")) return null;
  }
}
