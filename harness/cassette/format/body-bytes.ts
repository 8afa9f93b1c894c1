import { bodyDigest } from "../../kernel/body-digest.ts";
import type { Fields } from "../lines/fields.ts";

/**
 * The bytes of a body that a recording keeps as a string: exactly those that crossed the wire, since the string was decoded from
 * valid UTF-8. Null if the recording keeps no body. A body that was decoded with its line (`parseWithBody`) is returned as it is.
 *
 * @throws HarnessError HX205 if the string holds half of a surrogate pair, which encodes to no bytes
 */
export function bodyBytes(line: Fields, name: string): Buffer | null {
  const decoded = line.raw(name);
  if (Buffer.isBuffer(decoded)) return decoded;
  const text = line.textOrNull(name);
  if (text === null || text.isWellFormed()) return text === null ? null : Buffer.from(text, "utf8");
  const at = text.search(/\p{Surrogate}/u);
  const unit = text.charCodeAt(at).toString(16).toUpperCase();
  throw line.fault([...line.path, name], `${name} holds a lone surrogate (U+${unit}) at character ${at}`, {
    code: "HX205",
    fix: "no bytes are known for it: record the body as the bytes that were sent",
  });
}

/** Throws HX210 where a body is not the one that was recorded. */
export function verifyBody(line: Fields, body: Buffer, recorded: string): void {
  const found = bodyDigest(body);
  if (found === recorded) return;
  throw line.fault(line.path, `the body's sha256 is ${found}, yet ${recorded} was recorded`, {
    code: "HX210",
    fix: "the recording was changed after it was made: take the original, or record again",
  });
}
