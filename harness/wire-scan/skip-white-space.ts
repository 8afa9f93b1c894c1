/** The offset of the next byte that is not JSON white space (space, tab, line feed, carriage return), from `at` on. */
export function skipWhiteSpace(bytes: Buffer, at: number): number {
  let offset = at;
  while (isWhiteSpace(bytes[offset])) offset += 1;
  return offset;
}

export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
