import type { Path, ValueFault } from "../shape/fault.ts";
import { nameOf } from "./contradiction.ts";
import { emptiness, type NumberBound } from "../decode/number-bound.ts";

/** Finds what of one expectation nothing in a scenario can produce. */
export type ExpectationRule<Kind> = (scenario: Kind) => readonly ValueFault[];

/** Nothing is known beforehand: only the run shows it. */
export const anything: ExpectationRule<unknown> = () => [];

/** An expectation that can never hold, or that always holds; `path` starts below `expect`. */
export function unproducible(path: Path, part: ValueFault["part"], what: string, fix: string): ValueFault {
  const whole = ["expect", ...path];
  return { code: "HX116", what: `\`${nameOf(whole)}\` ${what}`, fix, path: whole, part };
}

/** Comparisons that every number satisfies, or none: such a bound checks nothing. */
export function emptyBounds(
  path: Path,
  bounds: Readonly<Record<string, NumberBound | null>>,
  most: number,
): readonly ValueFault[] {
  return Object.entries(bounds).flatMap(([name, bound]) => {
    const empty = bound === null ? null : emptiness(bound, most);
    if (bound === null || empty === null) return [];
    const whole = most === 1 ? "ratio" : "number";
    const what =
      empty === "always"
        ? `holds for every ${whole}: \`${bound.comparison} ${bound.value}\` checks nothing`
        : `holds for no ${whole}: \`${bound.comparison} ${bound.value}\` can never be met`;
    return [unproducible([...path, name], "value", what, "write a bound that can fail and can be met, or remove it")];
  });
}
