import type { Normalisation } from "../kernel/judgement.ts";
import type { Layout, Unit } from "../kernel/layout.ts";
import { stringBegins } from "../wire-scan/string-begins.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";

const BILLING_HEADER = "x-anthropic-billing-header:";

/**
 * The normalisation that leaves this block out of the comparison, or null for a block that is prompt.
 * Sources: recorded traffic of Claude clients, whose deferred tools and billing headers changed while reads went on.
 */
export function leftOutBy(
  layout: Layout,
  unit: Unit,
): Extract<Normalisation, "deferred-tools" | "billing-header"> | null {
  if (unit.unit !== "block") return null;
  if (unit.segment === "tools" && unit.deferred) return "deferred-tools";
  return unit.pointer === "/system/0" && isBilled(layout.body, unit) ? "billing-header" : null;
}

/** Runs on the first system block of every request, which is long and mostly equal to the one before. */
const billed = new WeakMap<Unit, boolean>();

function isBilled(body: Buffer, unit: Unit): boolean {
  const known = billed.get(unit);
  if (known !== undefined) return known;
  const is = beginsWithBilling(body, unit.span.start);
  billed.set(unit, is);
  return is;
}

function beginsWithBilling(body: Buffer, start: number): boolean {
  if (body[start] !== 0x7b) return false;
  let found = false;
  walkMembers(body, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (body[valueStart] !== 0x22 || !stringIs(body, keyStart, keyEnd, "text")) return;
    found = stringBegins(body, valueStart, valueEnd, BILLING_HEADER);
  });
  return found;
}
