import type { Unit } from "../kernel/layout.ts";
import { type TextForm, viewUnit } from "../compare/view-unit.ts";

/**
 * A unit's bytes as text, without its marks and without white space between tokens: escapes and number forms still count.
 * `other` is how the side that it is compared with writes its text.
 */
export function unitKey(body: Buffer, unit: Unit, other: TextForm | null): string {
  const pieces = viewUnit(body, unit, ["cache_control", "string-as-text-block", "token-whitespace"], other);
  return pieces.map(({ start, end }) => body.toString("utf8", start, end)).join("");
}
