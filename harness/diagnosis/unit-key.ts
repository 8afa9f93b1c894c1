import type { Unit } from "../kernel/layout.ts";
import { UNIT_RULES } from "../compare/rule-sets.ts";
import { type TextForm, viewUnit } from "../compare/view-unit.ts";

/**
 * A unit's bytes as text, under every rule that works inside it: escapes and number forms still count.
 * `other` is how the side that it is compared with writes its text.
 */
export function unitKey(body: Buffer, unit: Unit, other: TextForm | null): string {
  const pieces = viewUnit(body, unit, UNIT_RULES, other);
  return pieces.map(({ start, end }) => body.toString("utf8", start, end)).join("");
}
