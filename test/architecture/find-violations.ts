import { builtinModules } from "node:module";
import { posix } from "node:path";
import { edges } from "./effect-rules.ts";
import { doors } from "./door-rules.ts";
import { type Layer, layers } from "./layer-rules.ts";
import { packages } from "./package-rules.ts";
import type { Import, Source } from "./read-source.ts";

/** An import of another file of ours, as paths from the root. */
export type Edge = { readonly from: string; readonly to: string; readonly line: number };

/** Imports that stay inside the project. */
export function edgesOf(source: Source): readonly Edge[] {
  return source.imports
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier, line }) => ({
      from: source.path,
      to: posix.join(posix.dirname(source.path), specifier),
      line,
    }));
}

/** Each breach of the rules as `path:line what, why`; empty where the source keeps them all. */
export function findViolations(source: Source): readonly string[] {
  const at = (line: number, breach: string): string => `${source.path}:${line} ${breach}`;
  return [
    ...homeless(source.path),
    ...edgesOf(source).flatMap((edge) => breachOfLayers(edge).map((breach) => at(edge.line, breach))),
    ...source.imports.flatMap((each) => breachOfPackages(source.path, each).map((breach) => at(each.line, breach))),
    ...source.effects
      .filter(({ what }) => !edges.some((edge) => isIn(source.path, edge.at) && edge.may.includes(what)))
      .map(({ what, line }) => at(line, `touches the ${what} outside the edges: take it as an argument`)),
    ...source.escapes.map(({ what, line }) => at(line, `escapes the type system by ${what}: parse instead`)),
    ...(source.lines > 250 ? [at(251, `has ${source.lines} lines, 250 at most: more than one idea`)] : []),
  ];
}

function homeless(path: string): readonly string[] {
  if (layers.some(({ folder }) => isIn(path, folder))) return [];
  return [`${path}:1 lies in no known folder: give the folder a line in layer-rules.ts`];
}

function breachOfLayers({ from, to }: Edge): readonly string[] {
  if (doors.some((door) => isIn(from, door.from) && isIn(to, door.to))) return [];
  const layer = layerOf(from);
  const known = layerOf(to)?.folder ?? to;
  if (layer === undefined || [layer.folder, ...layer.mayImport].includes(known)) return [];
  return [`imports ${to}, which ${layer.folder} must not know: ${layer.why}`];
}

/** The layer of a file: of folders within each other the inner one. */
function layerOf(path: string): Layer | undefined {
  return layers.filter(({ folder }) => isIn(path, folder)).toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

function breachOfPackages(path: string, { specifier }: Import): readonly string[] {
  if (specifier.startsWith(".") || specifier.startsWith("node:")) return [];
  if (builtinModules.includes(specifier)) return [`imports ${specifier} without its node: prefix`];
  const rule = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (rule === undefined) return [`imports ${specifier}, which has no line in package-rules.ts`];
  return rule.in.some((folder) => isIn(path, folder))
    ? []
    : [`imports ${specifier} outside ${rule.in.join(", ")}: ${rule.why}`];
}

/** Whether a file is a folder's own or lies within it; `*` in a folder stands for one name. */
function isIn(path: string, folder: string): boolean {
  const names = folder.split("/");
  const parts = path.split("/");
  return names.every((name, at) => parts[at] === name || (name === "*" && parts[at] !== undefined));
}
