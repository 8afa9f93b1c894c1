import { UNIT_RULES } from "../compare/rule-sets.ts";
import { viewUnit } from "../compare/view-unit.ts";
import type { Unit } from "../kernel/layout.ts";

/**
 * A unit's bytes under every normalisation, a character for each byte, text blocks as strings. Units that the verdict holds for equal have
 * equal keys; the reverse is for the comparison to say, since two blocks may be spelled apart that equal one string.
 */
export function unitKey(body: Buffer, unit: Unit): string {
  const pieces = viewUnit(body, unit, UNIT_RULES, "string");
  return pieces.map(({ start, end }) => body.toString("latin1", start, end)).join("");
}
