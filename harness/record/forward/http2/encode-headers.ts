import type { HeaderBlock } from "./frame-reader.ts";

/** The largest frame that every endpoint takes (RFC 9113, 4.2). */
const LARGEST_FRAME = 16_384;

/**
 * The frames of a header block that neither reads nor changes the receiver's table. A connection on which one block was
 * written anew needs this for all later ones: the sender counts on table entries that the receiver did not get.
 */
export function encodeHeaders({ stream, headers, resizes, endsStream }: Omit<HeaderBlock, "raw">): Buffer {
  const block = Buffer.concat([
    ...resizes.map((size) => integer(size, 5, 0x20)),
    ...headers.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]),
  ]);
  const frames: Buffer[] = [];
  for (let from = 0; from === 0 || from < block.length; from += LARGEST_FRAME) {
    const payload = block.subarray(from, from + LARGEST_FRAME);
    const isLast = from + LARGEST_FRAME >= block.length;
    const type = from === 0 ? 1 : 9;
    const flags = (isLast ? 4 : 0) | (from === 0 && endsStream ? 1 : 0);
    const head = Buffer.alloc(9);
    head.writeUIntBE(payload.length, 0, 3);
    head.writeUInt8(type, 3);
    head.writeUInt8(flags, 4);
    head.writeUInt32BE(stream, 5);
    frames.push(head, payload);
  }
  return Buffer.concat(frames);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  return Buffer.concat([integer(bytes.length, 7, 0), bytes]);
}

/** A number that begins in the last bits of a byte (RFC 7541, 5.1). */
function integer(value: number, prefixBits: number, first: number): Buffer {
  const most = 2 ** prefixBits - 1;
  if (value < most) return Buffer.from([first | value]);
  const bytes = [first | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
