import type { Layout, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import { isOfItem } from "../wires/openai-responses/view-item.ts";
import { type Difference, firstDifference } from "./first-difference.ts";

const OPEN_BRACE = 0x7b;
const ITEM = /^\/input\/\d+$/;

/**
 * Where two input items of Responses differ that are of two types: there, since neither all members nor their order can be the
 * same. Null for items of one type, and for anything else.
 */
export function itemDifference(parent: Layout, left: Unit, child: Layout, right: Unit): Difference | null {
  const [ours, theirs] = [typeOf(parent, left), typeOf(child, right)];
  return ours && theirs && firstDifference(parent.body, [ours], child.body, [theirs]);
}

function typeOf({ body }: Layout, unit: Unit): Span | null {
  if (!isOfItem(unit) || !ITEM.test(unit.pointer) || body[unit.span.start] !== OPEN_BRACE) return null;
  let type: Span | null = null;
  walkMembers(body, unit.span.start, (keyStart, keyEnd, start, end) => {
    if (stringIs(body, keyStart, keyEnd, "type")) type = { start, end };
  });
  return type;
}
