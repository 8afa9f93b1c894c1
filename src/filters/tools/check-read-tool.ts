import { posix, relative, sep } from "node:path";
import type { Disk } from "../paths/disk.ts";
import type { PathRefusal } from "../paths/path-rule.ts";
import { holdsDevices, isDevice } from "../shell/devices.ts";
import { isAbsolutePath } from "../paths/memory-folder.ts";
import type { ToolRefusal } from "./tool-rule.ts";
import type { WireTool } from "./vocabulary.ts";

/**
 * Checks a reading tool where reading is bounded: the path it names must lie below one of the roots, symlinks followed, and a file
 * pattern must not climb. What the tool finds below that path is its own affair: it may follow links.
 */
export async function checkReadTool(
  roots: readonly string[],
  disk: Disk,
  tool: WireTool,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolRefusal | null> {
  const path = tool.path === undefined ? undefined : input[tool.path];
  if (typeof path !== "string" || !isAbsolutePath(path)) {
    return refuse(`${tool.wire} needs an absolute ${tool.path ?? "path"} here, below: ${roots.join(", ")}`);
  }
  const pattern = tool.tool === "Glob" && tool.pattern !== undefined ? input[tool.pattern] : undefined;
  if (typeof pattern === "string" && (isAbsolutePath(pattern) || /(?:^|[/\\{,])\.\.(?:$|[/\\},])/.test(pattern))) {
    return refuse(`the pattern ${pattern} leaves the folder it starts in`);
  }
  const found = await disk.resolve(path);
  const real = await Promise.all(roots.map((root) => disk.resolve(root)));
  if (found !== null && real.some((root) => root !== null && isBelow(root, found))) return null;
  return refuse(`${path} does not lie below: ${roots.join(", ")}`);
}

/**
 * A device, a pipe or a socket that a tool would read, also below the folder that it searches: it may never end. Glob opens nothing.
 * A relative path is looked at as text, since only the client knows where it starts.
 */
export async function findSpecial(disk: Disk, tool: WireTool, path: unknown): Promise<PathRefusal | null> {
  if (tool.tool === "Glob" || typeof path !== "string") return null;
  const real = isAbsolutePath(path) ? ((await disk.resolve(path)) ?? path) : path;
  const found = isAbsolutePath(real) ? await disk.look(real) : null;
  const special = found?.kind === "special" || [path, real].some((each) => isDevice(each));
  const searches = tool.tool === "Grep" && [path, real].some((each) => holdsDevices(each));
  if (!special && !searches) return null;
  return {
    rule: "path.special-file",
    reason: `${path} is, or holds, a device, a pipe or a socket, which may never end`,
  };
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolutePath(way) && !posix.isAbsolute(way);
}

function refuse(reason: string): ToolRefusal {
  return { rule: "tool.outside-read-roots", reason };
}
