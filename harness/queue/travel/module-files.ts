import { dirname, join } from "node:path";
import { readBytes, statKind } from "../../io/files/disk.ts";
import { workingPath } from "../../io/files/working-path.ts";

/** A module with all modules and JSON files that it imports by relative paths, and the manifests that say how Node reads them. */
export function moduleFiles(entry: string): readonly string[] {
  const found = new Set<string>();
  const left = [entry];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path) || statKind(path) !== "file") continue;
    found.add(path);
    const manifest = nearestManifest(dirname(path));
    if (manifest !== null) found.add(manifest);
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue;
    const folder = dirname(path);
    left.push(
      ...relativeImports(readBytes(path).toString("utf8")).map((written) => workingPath(join(folder, written))),
    );
  }
  return [...found].sort();
}

/** Also finds a path in a comment or text: one file too many does no harm. */
function relativeImports(code: string): readonly string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport|\brequire|\bURL)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g)].flatMap(
    ([, path]) => path ?? [],
  );
}

function nearestManifest(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, "package.json");
    if (statKind(path) === "file") return path;
    if (at === "." || at === dirname(at) || at.endsWith("..")) return null;
  }
}
