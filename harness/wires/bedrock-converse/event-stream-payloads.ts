/** Bytes of a message's fixed parts: two lengths and their checksum before the headers, a checksum behind the payload. */
const PRELUDE = 12;
const TRAILER = 4;

/**
 * The payloads of an `application/vnd.amazon.eventstream` body, in order. A message says how long it is and how long its
 * headers are, both as 32 bits, big end first (Smithy, Amazon Event Stream). One that was cut off ends the list; checksums
 * are not looked at, since whoever recorded the bytes had them from a connection that checks its own.
 */
export function eventStreamPayloads(body: Buffer): readonly Buffer[] {
  const payloads: Buffer[] = [];
  let start = 0;
  while (start + PRELUDE <= body.length) {
    const length = body.readUInt32BE(start);
    const payloadStart = start + PRELUDE + body.readUInt32BE(start + 4);
    const end = start + length;
    if (end > body.length || payloadStart > end - TRAILER) break;
    payloads.push(body.subarray(payloadStart, end - TRAILER));
    start = end;
  }
  return payloads;
}
