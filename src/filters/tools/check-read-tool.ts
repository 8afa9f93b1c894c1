import { posix, relative, sep } from "node:path";
import type { Disk } from "../paths/disk.ts";
import type { PathRefusal } from "../paths/path-rule.ts";
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

/** A device, a pipe or a socket that a tool would read. Glob opens nothing. Where a relative path starts, only the client knows. */
export async function findSpecial(disk: Disk, tool: WireTool, path: unknown): Promise<PathRefusal | null> {
  if (tool.tool === "Glob" || typeof path !== "string" || !isAbsolutePath(path)) return null;
  const real = await disk.resolve(path);
  const found = real === null ? null : await disk.look(real);
  if (found?.kind !== "special") return null;
  return { rule: "path.special-file", reason: `${path} is a device, a pipe or a socket` };
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolutePath(way) && !posix.isAbsolute(way);
}

function refuse(reason: string): ToolRefusal {
  return { rule: "tool.outside-read-roots", reason };
}
