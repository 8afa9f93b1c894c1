import type { Envelope } from "../../../kernel/layout.ts";
import type { Span } from "../../../kernel/span.ts";
import { decodeString } from "../../../wire-scan/decode-string.ts";
import { scanMembers } from "../../../wire-scan/scan-container.ts";
import { skipValue } from "../../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../../wire-scan/string-is.ts";

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
  const end = scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    const contentEnd = isEmptyList(body, valueStart) ? NOT_CONTENT : takeContent(keyStart, keyEnd, valueStart);
    if (contentEnd !== NOT_CONTENT) {
      const repeated = contents.findIndex((each) => sameKey(body, each, keyStart, keyEnd));
      // Content that is written twice: the first is not a block any more, and must not be overlooked.
      if (repeated !== -1) {
        for (const { start: first, end: last } of contents.splice(repeated, 1))
          members.push({ start: first, end: last });
        members.sort((left, right) => left.start - right.start);
      }
      contents.push({ start: keyStart, keyEnd, end: contentEnd });
      return contentEnd;
    }
    const valueEnd = skipValue(body, valueStart);
    members.push({ start: keyStart, end: valueEnd });
    if (body[valueStart] === QUOTE && stringIs(body, keyStart, keyEnd, "role")) {
      role = readRole(body, valueStart, valueEnd);
    }
    return valueEnd;
  });
  const bearers = contents.map(({ start: keyStart, keyEnd }) => ({ start: keyStart, end: keyEnd }));
  return { unit: "envelope", segment, pointer, span: { start, end }, members, bearers, role, message };
}

/** It holds no block, so it would look like a missing member. */
function isEmptyList(body: Buffer, start: number): boolean {
  return body[start] === OPEN_BRACKET && body[skipWhiteSpace(body, start + 1)] === CLOSE_BRACKET;
}

/** One name, however it is spelled. */
function sameKey(body: Buffer, { start, keyEnd }: Content, otherStart: number, otherEnd: number): boolean {
  return decodeString(body, start, keyEnd) === decodeString(body, otherStart, otherEnd);
}

/** The most frequent roles are matched without a copy. */
function readRole(body: Buffer, start: number, end: number): string {
  return ROLES.find((role) => stringIs(body, start, end, role)) ?? decodeString(body, start, end);
}

const ROLES = ["user", "assistant", "tool", "model"] as const;
