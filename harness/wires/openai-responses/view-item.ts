import type { Unit } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { scanElements } from "../../wire-scan/scan-container.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** A member of an object: its raw key, where its value starts, and both together. */
type Member = { readonly key: string; readonly valueStart: number; readonly span: Span };

/** Whether a unit is an input item of Responses or a part of one: no other wire has a list of that name. A tool that an item brings is neither. */
export function isOfItem({ segment, pointer }: Unit): boolean {
  return segment !== "tools" && pointer.startsWith("/input/");
}

/**
 * The bytes of an input item that are compared under `item-id-and-key-order`: its members in the order of their keys, without its
 * `id` and `status`, and the members of its content parts likewise. Servers send items back with their members in another order
 * than clients do (recordings/codex). Values stay raw. Braces separate neighbours, so that different items never look equal.
 */
export function viewItem(body: Buffer, unit: Unit): readonly Span[] {
  if (unit.unit === "envelope") return inOrder(unit.members.map((span) => memberAt(body, span)).filter(isPrompt));
  const { pointer, span } = unit;
  if (body[span.start] !== OPEN_BRACE) return [span];
  const members = membersOf(body, span.start);
  const isPart = pointer.indexOf("/", "/input/".length) !== -1;
  if (isPart || isReference(body, members)) return inOrder(members);
  return inOrder(members.filter(isPrompt)).flatMap((member) => viewParts(body, member));
}

function isPrompt({ key }: Member): boolean {
  return key !== '"id"' && key !== '"status"';
}

/** The id of a reference is what it says, not what it is called by. */
function isReference(body: Buffer, members: readonly Member[]): boolean {
  return members.some(
    ({ key, valueStart, span }) =>
      key === '"type"' && body.toString("utf8", valueStart, span.end) === '"item_reference"',
  );
}

/** A member as it stands, but for a list of content: of its parts the members are ordered too. */
function viewParts(body: Buffer, member: Span): readonly Span[] {
  const { key, valueStart } = memberAt(body, member);
  if (key !== '"content"' || body[valueStart] !== OPEN_BRACKET) return [member];
  const pieces: Span[] = [{ start: member.start, end: valueStart + 1 }];
  scanElements(body, valueStart, (_, start) => {
    const end = skipValue(body, start);
    if (body[start] !== OPEN_BRACE) pieces.push({ start, end });
    else pieces.push({ start, end: start + 1 }, ...inOrder(membersOf(body, start)), { start: end - 1, end });
    return end;
  });
  return [...pieces, { start: member.end - 1, end: member.end }];
}

function inOrder(members: readonly Member[]): readonly Span[] {
  return members.toSorted((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key))).map(spanOf);
}

function spanOf({ span }: Member): Span {
  return span;
}

function membersOf(body: Buffer, objectStart: number): readonly Member[] {
  const members: Member[] = [];
  walkMembers(body, objectStart, (keyStart, keyEnd, valueStart, end) => {
    members.push({ key: body.toString("utf8", keyStart, keyEnd), valueStart, span: { start: keyStart, end } });
  });
  return members;
}

function memberAt(body: Buffer, span: Span): Member {
  const keyEnd = skipString(body, span.start);
  const valueStart = skipWhiteSpace(body, skipWhiteSpace(body, keyEnd) + 1);
  return { key: body.toString("utf8", span.start, keyEnd), valueStart, span };
}
