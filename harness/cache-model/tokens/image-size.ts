import { isJsonObject } from "../../kernel/json.ts";

/** In pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

/** The size of the image that a block carries in base64; null where it names one, or carries another kind of document. */
export function readImageSize(block: unknown): ImageSize | null {
  const data = base64In(block, 0);
  return data === null ? null : sizeOf(Buffer.from(data.slice(0, HEAD), "base64"));
}

/** Enough for the headers of a picture that carries a thumbnail or a profile before its own. */
const HEAD = 200_000;
const DEEPEST = 4;

function base64In(value: unknown, depth: number): string | null {
  if (typeof value === "string") {
    const inline = /^data:[^,]*;base64,/.exec(value);
    if (inline !== null) return value.slice(inline[0].length);
    return depth > 0 && value.length > 64 && /^[A-Za-z0-9+/=]{64}/.test(value) ? value : null;
  }
  if (depth > DEEPEST || !isJsonObject(value)) return null;
  for (const member of Object.values(value)) {
    const found = base64In(member, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function sizeOf(bytes: Buffer): ImageSize | null {
  if (bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length > 10 && bytes.toString("latin1", 0, 4) === "GIF8") {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.length > 30 && bytes.toString("latin1", 8, 16) === "WEBPVP8X") {
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  }
  if (bytes.length > 30 && bytes.toString("latin1", 8, 16) === "WEBPVP8 ") {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
}

/** Walks the segments of a JPEG to its frame header. */
function jpegSize(bytes: Buffer): ImageSize | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
