import { nameOf, type Path, type ValueFault } from "../shape/fault.ts";

/** Parts of a well-shaped scenario that contradict each other; the message begins with the name of `path`. */
export function contradiction(path: Path, part: ValueFault["part"], what: string, fix: string): ValueFault {
  return { code: "HX115", what: `\`${nameOf(path)}\` ${what}`, fix, path, part };
}
