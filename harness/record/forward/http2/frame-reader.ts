import type { Header } from "../../../kernel/exchange.ts";
import { HpackDecoder } from "./hpack-decoder.ts";

/** What one direction of an HTTP/2 connection says of its streams (RFC 9113). */
export type StreamListener = {
  readonly headers: (block: HeaderBlock) => void;
  /** The body's own bytes, without frames and padding; they are written over once this returns. */
  readonly data: (stream: number, bytes: Buffer) => void;
  /** Nothing of the stream comes after this. */
  readonly end: (stream: number) => void;
  readonly reset: (stream: number) => void;
  /** All bytes in their order as they crossed, except those of header blocks. */
  readonly raw: (bytes: Buffer) => void;
};

export type HeaderBlock = {
  readonly stream: number;
  readonly headers: readonly Header[];
  /** Sizes that it gives to the receiver's table. */
  readonly resizes: readonly number[];
  /** Its frames as they crossed. */
  readonly raw: Buffer;
  readonly endsStream: boolean;
};

const DATA = 0;
const HEADERS = 1;
const RESET = 3;
const PUSH_PROMISE = 5;
const CONTINUATION = 9;

const END_STREAM = 1;
const END_HEADERS = 4;
const PADDED = 8;
const PRIORITY = 0x20;

const HEAD_BYTES = 9;
const PREFACE: Buffer = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

type Frame = { readonly type: number; readonly flags: number; readonly stream: number };

/** Reads frames out of bytes as they come. Data is passed on in place; of other frames no more than one is kept. */
export class FrameReader {
  readonly #tell: StreamListener;
  readonly #hpack = new HpackDecoder();
  #head: Buffer = Buffer.alloc(0);
  #frame: Frame = { type: -1, flags: 0, stream: 0 };
  /** Of the payload that still comes, padding included. */
  #left = 0;
  /** Bytes at the end of a data frame that only fill it; null before their count has come. */
  #padding: number | null = 0;
  #payload: Buffer[] = [];
  #block: { readonly frame: Frame; readonly parts: Buffer[]; readonly raw: Buffer[] } | null = null;
  #rawHead: Buffer = Buffer.alloc(0);
  /** Of the client's preface, which is not a frame. */
  #skip: number;

  constructor(from: "client" | "provider", tell: StreamListener) {
    this.#tell = tell;
    this.#skip = from === "client" ? PREFACE.length : 0;
  }

  /** @throws Error for bytes that are not HTTP/2: nothing behind them can be read */
  read(bytes: Buffer): void {
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
    if (skipped > 0) this.#tell.raw(bytes.subarray(0, skipped));
    let rest = bytes.subarray(skipped);
    while (rest.length > 0) rest = this.#left === 0 ? this.#readHead(rest) : this.#readPayload(rest);
  }

  #readHead(bytes: Buffer): Buffer {
    const missing = HEAD_BYTES - this.#head.length;
    const head =
      this.#head.length === 0 ? bytes.subarray(0, missing) : Buffer.concat([this.#head, bytes.subarray(0, missing)]);
    if (head.length < HEAD_BYTES) {
      this.#head = Buffer.from(head);
      return Buffer.alloc(0);
    }
    this.#head = Buffer.alloc(0);
    const [type, flags, stream] = [head.readUInt8(3), head.readUInt8(4), head.readUInt32BE(5) & 0x7fffffff];
    this.#frame = { type, flags, stream };
    this.#left = head.readUIntBE(0, 3);
    this.#padding = type === DATA && (flags & PADDED) !== 0 ? null : 0;
    if (isBlock.has(type)) this.#rawHead = Buffer.from(head);
    else this.#tell.raw(head);
    if (this.#left === 0) this.#endFrame();
    return bytes.subarray(missing);
  }

  #readPayload(bytes: Buffer): Buffer {
    if (this.#frame.type === DATA) return this.#readData(bytes);
    const part = bytes.subarray(0, this.#left);
    this.#left -= part.length;
    if (isBlock.has(this.#frame.type)) this.#payload.push(Buffer.from(part));
    else this.#tell.raw(part);
    if (this.#left === 0) this.#endFrame();
    return bytes.subarray(part.length);
  }

  #readData(bytes: Buffer): Buffer {
    if (this.#padding === null) {
      this.#padding = bytes.readUInt8(0);
      this.#left -= 1;
      this.#tell.raw(bytes.subarray(0, 1));
      if (this.#padding > this.#left) throw new Error("a frame has more padding than bytes");
      if (this.#left === 0) this.#endFrame();
      return bytes.subarray(1);
    }
    const part = bytes.subarray(0, this.#left);
    const data = part.subarray(0, Math.max(0, this.#left - this.#padding));
    if (data.length > 0) this.#tell.data(this.#frame.stream, data);
    this.#tell.raw(part);
    this.#left -= part.length;
    if (this.#left === 0) this.#endFrame();
    return bytes.subarray(part.length);
  }

  #endFrame(): void {
    const { type, flags, stream } = this.#frame;
    const payload = Buffer.concat(this.#payload);
    this.#payload = [];
    if (type === DATA && (flags & END_STREAM) !== 0) this.#tell.end(stream);
    else if (type === RESET) this.#tell.reset(stream);
    else if (isBlock.has(type)) {
      const isFirst = type !== CONTINUATION;
      if (isFirst) this.#block = { frame: this.#frame, parts: [unpadded(payload, this.#frame)], raw: [] };
      else this.#block?.parts.push(payload);
      this.#block?.raw.push(this.#rawHead, payload);
      if ((flags & END_HEADERS) !== 0) this.#endBlock();
    }
  }

  #endBlock(): void {
    if (this.#block === null) throw new Error("a header block has no beginning");
    const { frame, parts, raw } = this.#block;
    this.#block = null;
    const headers = this.#hpack.decode(Buffer.concat(parts));
    // A promise is read for its table alone: no client of a model asks for one.
    if (frame.type === PUSH_PROMISE) return this.#tell.raw(Buffer.concat(raw));
    const endsStream = (frame.flags & END_STREAM) !== 0;
    const resizes = this.#hpack.resizes();
    this.#tell.headers({ stream: frame.stream, headers, resizes, raw: Buffer.concat(raw), endsStream });
    if (endsStream) this.#tell.end(frame.stream);
  }
}

const isBlock: ReadonlySet<number> = new Set([HEADERS, PUSH_PROMISE, CONTINUATION]);

/** The header block alone. */
function unpadded(payload: Buffer, { type, flags }: Frame): Buffer {
  const isPadded = (flags & PADDED) !== 0;
  const padding = isPadded ? (payload[0] ?? 0) : 0;
  const priority = type === HEADERS && (flags & PRIORITY) !== 0 ? 5 : 0;
  const promised = type === PUSH_PROMISE ? 4 : 0;
  const from = (isPadded ? 1 : 0) + priority + promised;
  if (from + padding > payload.length) throw new Error("a frame has more padding than bytes");
  return payload.subarray(from, payload.length - padding);
}
