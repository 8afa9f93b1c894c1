import type { Layout, Unit } from "../kernel/layout.ts";
import { originOf } from "../kernel/memo/relocated-units.ts";
import { sameBytes } from "../wire-scan/common-length.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import type { Pieces } from "./pieces.ts";
import { ANY_RULES, isImplied, RULE_SETS, type RuleSetMask } from "./rule-sets.ts";
import { isOfItem } from "../wires/openai-responses/view-item.ts";
import { bearInStep, withSharedBearers } from "./shared-bearers.ts";
import { AS_TEXT, isTextInput, isUsersAlone } from "./text-input.ts";
import { markedSpan, type TextForm, textForm, type UnitRule, viewUnit } from "./view-unit.ts";

export type UnitComparison =
  | { readonly equal: true; readonly under: RuleSetMask }
  | { readonly equal: false; readonly difference: Difference };

const DIGIT_NINE = 0x39;
const QUOTE = 0x22;

const RAW: UnitComparison = { equal: true, under: ANY_RULES };

/**
 * Compares one unit of the parent with one of the child: raw first, then under each set of rules. If no set makes them equal, the
 * difference is the first one that remains with all rules applied.
 */
export function compareUnits(parent: Layout, left: Unit, child: Layout, right: Unit): UnitComparison {
  // A child laid out with its parent at hand shares the units whose bytes were found equal, or has moved ones.
  if (left === right || originOf(left) === originOf(right)) return RAW;
  let difference: Difference = { parentOffset: left.span.start, childOffset: right.span.start };
  if (left.unit !== right.unit) return { equal: false, difference };
  const isElsewhere = isElement(left) !== isElement(right) && !isTextForBlock(parent.body, left, child.body, right);
  if (isElsewhere || bearerOf(left) !== bearerOf(right)) {
    const found = firstDifference(parent.body, [left.span], child.body, [right.span]);
    return { equal: false, difference: found ?? difference };
  }
  if (isTextInput(left) !== isTextInput(right)) {
    const [item, body] = isTextInput(left) ? [right, child.body] : [left, parent.body];
    if (item.unit === "envelope") {
      return isUsersAlone(body, item) ? { equal: true, under: AS_TEXT } : { equal: false, difference };
    }
  }
  if (sameRaw(parent.body, left, child.body, right)) return RAW;
  const [ours, theirs] = framed(parent.body, left, child.body, right);
  if (left.unit === "envelope" && sameRaw(parent.body, ours, child.body, theirs)) return RAW;
  const leftForm = textForm(parent.body, left);
  const rightForm = textForm(child.body, right);
  const isItem = isOfItem(left);
  let under: RuleSetMask = 0;
  for (const [place, rules] of RULE_SETS.entries()) {
    if (place === 0) continue;
    if (isImplied(under, place)) {
      under |= 1 << place;
      continue;
    }
    // For other units the rule changes nothing: units that differ without it still differ.
    if (!isItem && rules.includes("item-id-and-key-order")) continue;
    const found = firstDifference(
      parent.body,
      piecesOf(parent.body, ours, rules, rightForm),
      child.body,
      piecesOf(child.body, theirs, rules, leftForm),
    );
    if (found === null) under |= 1 << place;
    else difference = found;
  }
  return under === 0 ? { equal: false, difference } : { equal: true, under };
}

/** Messages with the places of what bears their blocks. */
function framed(parent: Buffer, left: Unit, child: Buffer, right: Unit): readonly [Unit, Unit] {
  if (left.unit !== "envelope" || right.unit !== "envelope") return [left, right];
  return withSharedBearers(parent, left, child, right);
}

/** The member of its message that bears a block (`content`, `tool_calls`, …): the same bytes under another name are another block. */
function bearerOf(unit: Unit): string {
  if (unit.unit === "envelope" || unit.message === -1) return "";
  if (isTextInput(unit)) return "content";
  const [, , , bearer = ""] = unit.pointer.split("/");
  return bearer;
}

/** Whether a block stands in a list; else it is the value of a member. No member that bears blocks ends with a digit. */
function isElement({ pointer }: Unit): boolean {
  return pointer.charCodeAt(pointer.length - 1) <= DIGIT_NINE;
}

/** Whether one side is the only string where the other has a list of blocks: the rule of strings and text blocks may hold. */
function isTextForBlock(parent: Buffer, left: Unit, child: Buffer, right: Unit): boolean {
  const [alone, listed] = isElement(left)
    ? [child[right.span.start], parent[left.span.start]]
    : [parent[left.span.start], child[right.span.start]];
  return alone === QUOTE && listed !== QUOTE;
}

/** Where nothing is left to compare, an empty piece still says where it would be. */
function piecesOf(body: Buffer, unit: Unit, rules: readonly UnitRule[], other: TextForm | null): Pieces {
  const pieces = viewUnit(body, unit, rules, other);
  return pieces.length > 0 ? pieces : [{ start: unit.span.start, end: unit.span.start }];
}

function sameRaw(parent: Buffer, left: Unit, child: Buffer, right: Unit): boolean {
  if (left.unit === "block" && right.unit === "block") {
    const [own, other] = [markedSpan(left), markedSpan(right)];
    return sameBytes(parent, own.start, own.end, child, other.start, other.end);
  }
  if (left.unit !== "envelope" || right.unit !== "envelope") return false;
  return bearInStep(parent, left, child, right) && firstDifference(parent, left.members, child, right.members) === null;
}
