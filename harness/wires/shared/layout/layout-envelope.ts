import type { Envelope } from "../../../kernel/layout.ts";
import type { Span } from "../../../kernel/span.ts";
import { decodeString } from "../../../wire-scan/decode-string.ts";
import { firstKey, nextKey, valueBehind } from "../../../wire-scan/scan-container.ts";
import { skipString } from "../../../wire-scan/skip-string.ts";
import { skipValue } from "../../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";
import { decodeName, stringIs } from "../../../wire-scan/string-is.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;

/** Returned by a content handler for a member without blocks: it belongs to the envelope. */
export const NOT_CONTENT = -1;

type Content = Span & { readonly keyEnd: number };

/** Lays out a member that bears content and answers where its value ends, or NOT_CONTENT. */
type TakeContent = (keyStart: number, keyEnd: number, valueStart: number) => number;

/** Where a message stands; of a system prompt that is written as one, its segment too. */
export type MessagePlace = Pick<Envelope, "pointer" | "message"> & { readonly segment?: Envelope["segment"] };

/**
 * Lays out the envelope of the message that starts at `start`; its content is the dialect's to take. An empty list is a member
 * like any other.
 */
export function layoutEnvelope(
  body: Buffer,
  start: number,
  { pointer, message, segment = "messages" }: MessagePlace,
  takeContent: TakeContent,
): Envelope {
  if (body[start] !== OPEN_BRACE) {
    const span = { start, end: skipValue(body, start) };
    return { unit: "envelope", segment, pointer, span, members: [span], bearers: [], role: "", message };
  }
  let role = "";
  const members: Span[] = [];
  const contents: Content[] = [];
  let keyStart = firstKey(body, start);
  for (let valueEnd = -1; keyStart >= 0; keyStart = nextKey(body, valueEnd)) {
    const keyEnd = skipString(body, keyStart);
    const valueStart = valueBehind(body, keyEnd);
    const contentEnd = isEmptyList(body, valueStart) ? NOT_CONTENT : takeContent(keyStart, keyEnd, valueStart);
    if (contentEnd !== NOT_CONTENT) {
      const repeated = placeOf(body, contents, keyStart, keyEnd);
      // Content that is written twice: the first is not a block any more, and must not be overlooked.
      if (repeated !== -1) {
        for (const { start: first, end: last } of contents.splice(repeated, 1))
          members.push({ start: first, end: last });
        members.sort((left, right) => left.start - right.start);
      }
      contents.push({ start: keyStart, keyEnd, end: contentEnd });
      valueEnd = contentEnd;
      continue;
    }
    valueEnd = skipValue(body, valueStart);
    members.push({ start: keyStart, end: valueEnd });
    if (body[valueStart] === QUOTE && stringIs(body, keyStart, keyEnd, "role")) {
      role = decodeName(body, valueStart, valueEnd, ROLES);
    }
  }
  const end = ~keyStart;
  const bearers = contents.map(({ start: keyStart, keyEnd }) => ({ start: keyStart, end: keyEnd }));
  return { unit: "envelope", segment, pointer, span: { start, end }, members, bearers, role, message };
}

/** It holds no block, so it would look like a missing member. */
function isEmptyList(body: Buffer, start: number): boolean {
  return body[start] === OPEN_BRACKET && body[skipWhiteSpace(body, start + 1)] === CLOSE_BRACKET;
}

/** Where content of that name stands, however it is spelled; -1 where it does not. */
function placeOf(body: Buffer, contents: readonly Content[], keyStart: number, keyEnd: number): number {
  if (contents.length === 0) return -1;
  const name = decodeString(body, keyStart, keyEnd);
  return contents.findIndex((each) => decodeString(body, each.start, each.keyEnd) === name);
}

const ROLES = ["user", "assistant", "tool", "model"] as const;
