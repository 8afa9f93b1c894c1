import type { Unit } from "../layout.ts";

/** Makes `#origin` a field of an object that exists already: a class derived from this one sets its fields on what is returned here. */
// oxlint-disable-next-line typescript/no-extraneous-class -- only a constructor can return an object that exists
class Given {
  constructor(unit: Unit) {
    return unit;
  }
}

/**
 * A unit that stands elsewhere in its body than in that of the request before, with the same bytes, is another object, and what was
 * worked out of its bytes holds on. Here a moved unit is known by the one that was read first. A private field costs a quarter of a
 * WeakMap, and no other code sees it.
 */
class Relocated extends Given {
  readonly #origin: Unit;

  constructor(moved: Unit, origin: Unit) {
    super(moved);
    this.#origin = origin;
  }

  static originOf(unit: Unit): Unit {
    return #origin in unit ? unit.#origin : unit;
  }
}

/** Notes that `moved` holds the bytes of `unit`, at another place. */
export function noteRelocation<Moved extends Unit>(unit: Unit, moved: Moved): Moved {
  void new Relocated(moved, Relocated.originOf(unit));
  return moved;
}

/** The first unit that was read with the same bytes, possibly this unit itself. Values that depend on places differ. */
export function originOf(unit: Unit): Unit {
  return Relocated.originOf(unit);
}
