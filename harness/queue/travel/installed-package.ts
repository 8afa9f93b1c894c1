import { createHash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { listFolder, readBytes, realPath, statKind } from "../../io/files/disk.ts";
import { parseJson } from "../../kernel/json.ts";

/**
 * What identifies a package, as a module in this folder would import it; null if it is not installed. Its files may change under one
 * version if it is linked, by `npm link` or as a workspace: then they count, too.
 */
export function installedPackage(name: string, folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const place = join(at, "node_modules", name);
    const manifest = join(place, "package.json");
    if (statKind(manifest) === "file") {
      const version = versionIn(readBytes(manifest).toString("utf8"));
      return isLinked(place) ? `${version} (linked, files ${digestOf(place)})` : version;
    }
    if (at === dirname(at)) return null;
  }
}

/** pnpm links all packages, but to files that it has installed. */
function isLinked(place: string): boolean {
  return !realPath(place).split(/[/\\]/).includes("node_modules");
}

/** Any file may be loaded. Those of its own packages and hidden ones are not compared. */
function digestOf(root: string): string {
  const hash = createHash("sha256");
  const add = (folder: string): void => {
    for (const { name, kind } of listFolder(join(root, folder))) {
      if (name === "node_modules" || name.startsWith(".")) continue;
      const path = join(folder, name);
      // A link to a folder may lead in a circle.
      if (kind === "folder") add(path);
      else if (statKind(join(root, path)) === "file")
        hash.update(JSON.stringify([path, hashOf(readBytes(join(root, path)))]));
    }
  };
  add("");
  return hash.digest("hex").slice(0, 12);
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function versionIn(manifest: string): string {
  const value = parseJson(manifest);
  const isObject = typeof value === "object" && value !== null;
  return isObject && "version" in value && typeof value.version === "string" ? value.version : "of no version";
}
