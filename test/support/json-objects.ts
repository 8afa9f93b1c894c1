import type { Span } from "../../harness/kernel/span.ts";
import { skipString } from "../../harness/wire-scan/skip-string.ts";
import { skipValue } from "../../harness/wire-scan/skip-value.ts";
import { walkMembers } from "../../harness/wire-scan/walk-members.ts";

/** A member of an object, key and value together. */
export type MemberSpan = Span & { readonly valueStart: number };

/** The members of each object within `value`, the object at `value` itself included. */
export function objectsIn(body: Buffer, value: Span): readonly (readonly MemberSpan[])[] {
  const objects: (readonly MemberSpan[])[] = [];
  for (let at = value.start; at < value.end;) {
    if (body[at] === QUOTE) {
      at = skipString(body, at);
      continue;
    }
    if (body[at] === OPEN_BRACE) {
      const members: MemberSpan[] = [];
      walkMembers(body, at, (start, _keyEnd, valueStart, end) => members.push({ start, end, valueStart }));
      objects.push(members);
    }
    at += 1;
  }
  return objects;
}

/** The body with two members of one object at each other's place. */
export function swapped(body: Buffer, one: MemberSpan, other: MemberSpan): Buffer {
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  return Buffer.concat([
    body.subarray(0, first.start),
    body.subarray(second.start, second.end),
    body.subarray(first.end, second.start),
    body.subarray(first.start, first.end),
    body.subarray(second.end),
  ]);
}

/** The body with a member written twice, side by side. */
export function doubled(body: Buffer, { start, end }: MemberSpan): Buffer {
  return Buffer.concat([body.subarray(0, end), Buffer.from(","), body.subarray(start)]);
}

/** The body with a list around a member's value, or without the list around its only element; null where it has more. */
export function rewrapped(body: Buffer, { valueStart, end }: MemberSpan): Buffer | null {
  if (body[valueStart] !== OPEN_BRACKET) {
    return Buffer.concat([
      body.subarray(0, valueStart),
      Buffer.from("["),
      body.subarray(valueStart, end),
      Buffer.from("]"),
      body.subarray(end),
    ]);
  }
  const inner = valueStart + 1;
  if (body[inner] === CLOSE_BRACKET || skipValue(body, inner) !== end - 1) return null;
  return Buffer.concat([body.subarray(0, valueStart), body.subarray(inner, end - 1), body.subarray(end)]);
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
