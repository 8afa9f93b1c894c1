import type { Envelope } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";
import { readJson } from "./read-json.ts";

const OPEN_BRACE = 0x7b;

/**
 * The members of a message outside its content, parsed. If the content is written twice, the first does not count, as in JSON
 * parsers. A message that is not an object has one member without a name.
 */
export function readMembers(body: Buffer, { span, members, bearers }: Envelope): JsonObject {
  const [only] = members;
  if (only?.start === span.start && body[span.start] !== OPEN_BRACE) {
    return { "": readJson(body.toString("utf8", span.start, span.end)) };
  }
  const nameAt = ({ start }: Span): string => decodeString(body, start, skipString(body, start));
  const counts = (member: Span): boolean =>
    !bearers.some((key) => key.start > member.start && nameAt(key) === nameAt(member));
  const text = members
    .filter(counts)
    .map(({ start, end }) => body.toString("utf8", start, end))
    .join(",");
  const parsed = readJson(`{${text}}`);
  return isJsonObject(parsed) ? parsed : {};
}
