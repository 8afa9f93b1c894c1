import type { Unit } from "../../kernel/layout.ts";
import { originOf } from "../../kernel/memo/relocated-units.ts";

/**
 * A function of a unit's bytes that looks at them once. A layout that took a unit over from the one before it (see
 * Dialect.parseLayout) holds the very same unit or one that moved, so a growing conversation costs what is new in it. Forgotten with
 * the unit. The value may hang on no place in the body.
 */
export function rememberUnit<T extends object | string | number | boolean>(
  compute: (body: Buffer, unit: Unit) => T,
): (body: Buffer, unit: Unit) => T {
  const known = new WeakMap<Unit, T>();
  return (body, unit) => {
    const before = known.get(unit);
    if (before !== undefined) return before;
    const origin = originOf(unit);
    const value = (origin === unit ? undefined : known.get(origin)) ?? compute(body, unit);
    known.set(unit, value);
    if (origin !== unit) known.set(origin, value);
    return value;
  };
}
