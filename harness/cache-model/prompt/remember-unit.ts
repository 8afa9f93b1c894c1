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
    // A unit that moved holds its origin, so the value needs one place. Where each request breaks, all units move each time.
    const origin = originOf(unit);
    const before = known.get(origin);
    if (before !== undefined) return before;
    const value = compute(body, unit);
    known.set(origin, value);
    return value;
  };
}
