import { builtinModules } from "node:module";
import { posix } from "node:path";
import { edges } from "./effect-rules.ts";
import { doors, layers } from "./layer-rules.ts";
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
  if (doors.some((door) => door.from === from && door.to === to)) return [];
  const layer = layers.find(({ folder }) => isIn(from, folder));
  if (layer === undefined || [layer.folder, ...layer.mayImport].some((folder) => isIn(to, folder))) return [];
  return [`imports ${to}, which ${layer.folder} must not know: ${layer.why}`];
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

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
