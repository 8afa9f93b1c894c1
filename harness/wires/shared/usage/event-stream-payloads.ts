/** Bytes of a message's fixed parts: two lengths and their checksum before the headers, a checksum behind the payload. */
const PRELUDE = 12;
const TRAILER = 4;

/**
 * The payloads of an `application/vnd.amazon.eventstream` body, in order. A message begins with its length and that of its
 * headers, both as 32 bits, big end first (Smithy, Amazon Event Stream). A truncated message ends the list. Checksums are not
 * checked, since the recorder's connection checked them.
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
