/** Values of ASN.1 in their one binary form (X.690, DER): as many kinds as a certificate needs. */

export function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

export function setOf(...parts: readonly Buffer[]): Buffer {
  return tagged(0x31, ...parts);
}

export function octets(...parts: readonly Buffer[]): Buffer {
  return tagged(0x04, ...parts);
}

/** A whole number of bytes. */
export function bits(bytes: Buffer, unused: number = 0): Buffer {
  return tagged(0x03, Buffer.from([unused]), bytes);
}

/** A number of any length, never negative. */
export function integer(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const short = start === -1 ? Buffer.from([0]) : bytes.subarray(start);
  return tagged(0x02, ...((short[0] ?? 0) >= 0x80 ? [Buffer.from([0]), short] : [short]));
}

export function yes(): Buffer {
  return tagged(0x01, Buffer.from([0xff]));
}

export function utf8(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

/** Such as `2.5.29.17`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

export function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  // Years until 2049 have two digits (RFC 5280, 4.1.2.5).
  return Number(digits.slice(0, 4)) < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

/** `tag` is the whole first byte: of a member that its number names, 0xa0 or 0x80 and more. */
export function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80);
  return bytes;
}
