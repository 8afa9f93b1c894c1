import type { Mark } from "../../../kernel/layout.ts";
import type { Span } from "../../../kernel/span.ts";
import { decodeString } from "../../../wire-scan/decode-string.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../../wire-scan/string-is.ts";
import { walkMembers } from "../../../wire-scan/walk-members.ts";

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;

/** Where a member stands, and where the value of the member before it ends (-1 where it is the first). */
export type MemberPlace = {
  readonly previousEnd: number;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
};

/** Reads the breakpoint at `pointer`, a member of an object. */
export function readMark(body: Buffer, pointer: string, place: MemberPlace): Mark {
  const { valueStart, valueEnd } = place;
  return {
    pointer,
    excision: excise(body, place),
    value: { start: valueStart, end: valueEnd },
    ttl: readTtl(body, valueStart),
  };
}

/**
 * A member with the comma that binds it, so that what remains is the object as a client writes it without that member,
 * pretty-printed or compact.
 */
export function excise(body: Buffer, { previousEnd, keyStart, valueEnd }: MemberPlace): Span {
  if (previousEnd !== -1) return { start: previousEnd, end: valueEnd };
  const comma = skipWhiteSpace(body, valueEnd);
  return { start: keyStart, end: body[comma] === COMMA ? skipWhiteSpace(body, comma + 1) : valueEnd };
}

/** How long the entry shall live, as the mark whose value starts at `markStart` spells it. */
export function readTtl(body: Buffer, markStart: number): string | null {
  if (body[markStart] !== OPEN_BRACE) return null;
  let ttl: string | null = null;
  walkMembers(body, markStart, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (body[valueStart] === QUOTE && stringIs(body, keyStart, keyEnd, "ttl")) {
      ttl = decodeString(body, valueStart, valueEnd);
    }
  });
  return ttl;
}
