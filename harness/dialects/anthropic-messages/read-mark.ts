import type { Mark } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";

const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;

/** Where a `cache_control` member stands, and where the value of the member before it ends (-1 for the first member). */
export type MarkPlace = {
  readonly previousEnd: number;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
};

/**
 * Reads the mark of the object at `pointer`. It is cut out with the comma that binds it, so that what remains is the
 * object as the client writes it without the mark, pretty-printed or compact.
 */
export function readMark(body: Buffer, pointer: string, place: MarkPlace): Mark {
  const { previousEnd, keyStart, valueStart, valueEnd } = place;
  return {
    pointer: `${pointer}/cache_control`,
    excision:
      previousEnd === -1 ? { start: keyStart, end: nextMember(body, valueEnd) } : { start: previousEnd, end: valueEnd },
    value: { start: valueStart, end: valueEnd },
    ttl: readTtl(body, valueStart),
  };
}

function nextMember(body: Buffer, valueEnd: number): number {
  const comma = skipWhiteSpace(body, valueEnd);
  return body[comma] === COMMA ? skipWhiteSpace(body, comma + 1) : valueEnd;
}

function readTtl(body: Buffer, markStart: number): string | null {
  if (body[markStart] !== OPEN_BRACE) return null;
  let ttl: string | null = null;
  walkMembers(body, markStart, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (body[valueStart] === QUOTE && stringIs(body, keyStart, keyEnd, "ttl")) {
      ttl = decodeString(body, valueStart, valueEnd);
    }
  });
  return ttl;
}
