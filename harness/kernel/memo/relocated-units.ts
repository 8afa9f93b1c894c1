import type { Unit } from "../layout.ts";

/**
 * A unit that stands elsewhere in its body than in that of the request before, with the same bytes, is another object, and what was
 * worked out of its bytes holds on. Here a moved unit is known by the one that was read first.
 */
const origins = new WeakMap<Unit, Unit>();

/** Notes that `moved` holds the bytes of `unit`, at another place. */
export function noteRelocation<Moved extends Unit>(unit: Unit, moved: Moved): Moved {
  origins.set(moved, originOf(unit));
  return moved;
}

/** The first unit that was read with the same bytes, possibly this unit itself. Values that depend on places differ. */
export function originOf(unit: Unit): Unit {
  return origins.get(unit) ?? unit;
}
