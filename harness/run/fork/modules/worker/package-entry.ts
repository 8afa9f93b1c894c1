import { createRequire, findPackageJSON } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isJsonObject } from "../../../../kernel/json.ts";

/**
 * Finds a package from the file that names it, as an import there would. A package that only `import` may load is looked up by hand.
 *
 * @throws Error for a missing package
 */
export function packageEntry(name: string, from: string): string {
  const url = pathToFileURL(resolve(from)).href;
  const require = createRequire(url);
  try {
    return require.resolve(name);
  } catch (fault) {
    const manifest = isNotExported(fault) ? findPackageJSON(name, url) : undefined;
    const entry = manifest === undefined ? null : importedBy(require(manifest));
    if (manifest === undefined || entry === null) throw fault;
    return join(dirname(manifest), entry);
  }
}

function isNotExported(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
}

/** The file that `import` loads, by the conditions of the manifest's `exports`. */
function importedBy(manifest: unknown): string | null {
  let entry: unknown = isJsonObject(manifest) ? manifest["exports"] : null;
  if (isJsonObject(entry) && "." in entry) entry = entry["."];
  while (isJsonObject(entry)) entry = entry["node"] ?? entry["import"] ?? entry["default"];
  return typeof entry === "string" ? entry : null;
}
