import type { Path, ValueFault } from "../shape/fault.ts";

/** Parts of a well-shaped scenario that cannot be meant together: at `path`, whose name the message begins with. */
export function contradiction(path: Path, part: ValueFault["part"], what: string, fix: string): ValueFault {
  return { code: "HX115", what: `\`${nameOf(path)}\` ${what}`, fix, path, part };
}

/** Such as `fork.filter[1]`. */
export function nameOf(path: Path): string {
  return path.reduce((name, key) => (/^\d+$/.test(key) ? `${name}[${key}]` : `${name}.${key}`));
}
