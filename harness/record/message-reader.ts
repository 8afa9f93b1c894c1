import { type BodyFraming, untilTheEnd } from "./body-framing.ts";
import { type MessageHead, parseHead } from "./message-head.ts";

/** The messages in one direction of an HTTP/1.1 connection, passed on in order. */
export type MessageListener = {
  /** Returns the framing of the body after this head, whose bytes are `raw`, or why there is no body. */
  readonly head: (head: MessageHead, raw: Buffer) => BodyFraming | "not the last head" | "no HTTP";
  /** Bytes behind a head as they crossed the wire, with what frames them. */
  readonly raw: (bytes: Buffer) => void;
  /** The body's own bytes of those, passed on before them. */
  readonly body: (bytes: Buffer) => void;
  /** The body is over. */
  readonly end: () => void;
};

/** No server takes a head of this length. */
const LONGEST_HEAD = 1024 * 1024;

/** Reads messages out of bytes as they come, without keeping more than an unfinished head. */
export class MessageReader {
  readonly #tell: MessageListener;
  #head: Buffer = Buffer.alloc(0);
  #framing: BodyFraming | null = null;
  #held: Buffer[] | null = null;
  #isBroken = false;
  #isAmid = false;

  constructor(tell: MessageListener) {
    this.#tell = tell;
  }

  /** Pieces are read in place, so receivers must not keep them. */
  read(bytes: Buffer): void {
    let rest = bytes;
    this.#isAmid = true;
    while (rest.length > 0 && !this.#isBroken) {
      if (this.#held !== null) return void this.#held.push(Buffer.from(rest));
      rest = this.#framing === null ? this.#readHead(rest) : this.#readBody(rest, this.#framing);
    }
    this.#isAmid = this.#isBroken || this.#framing !== null || this.#head.length > 0;
  }

  /** Whether bytes came that are not of this protocol; nothing behind them is passed on. */
  isBroken(): boolean {
    return this.#isBroken || this.#framing?.isBroken() === true;
  }

  /** Whether bytes of a message have come, and its end was not passed on yet: also if the receiver threw. */
  isAmidMessage(): boolean {
    return this.#isAmid;
  }

  /** Reads nothing of what still comes. */
  stop(): void {
    this.#isBroken = true;
  }

  /** Keeps incoming bytes unread: their meaning depends on an answer. */
  hold(): void {
    this.#held ??= [];
  }

  /** Reads what was held, as messages or as one body without an end. */
  release(as: "messages" | "one body"): void {
    const held = this.#held ?? [];
    this.#held = null;
    if (as === "one body") this.#framing = untilTheEnd();
    for (const each of held) this.read(each);
  }

  /** The connection is over, and with it a body that lasts as long. */
  connectionEnded(): void {
    if (this.#framing?.endsWithConnection !== true) return;
    this.#framing = null;
    this.#tell.end();
  }

  #readHead(bytes: Buffer): Buffer {
    const known = this.#head.length;
    const all = known === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = endOfHead(all, Math.max(0, known - 3));
    if (end === null) {
      this.#head = Buffer.from(all);
      this.#isBroken = all.length > LONGEST_HEAD;
      return Buffer.alloc(0);
    }
    this.#head = Buffer.alloc(0);
    const raw = all.subarray(0, end);
    const framing = this.#tell.head(parseHead(raw), raw);
    if (framing === "no HTTP") this.#isBroken = true;
    else if (framing !== "not the last head") this.#framing = framing;
    this.#endBody();
    return all.subarray(end);
  }

  #readBody(bytes: Buffer, framing: BodyFraming): Buffer {
    const taken = framing.read(bytes, this.#tell.body);
    this.#tell.raw(bytes.subarray(0, taken));
    this.#endBody();
    return bytes.subarray(taken);
  }

  #endBody(): void {
    if (this.#framing?.isOver() !== true) return;
    this.#framing = null;
    this.#tell.end();
  }
}

/** Behind the blank line that ends a head; null where it has not come. */
function endOfHead(bytes: Buffer, from: number): number | null {
  const blank = bytes.indexOf("\r\n\r\n", from);
  return blank === -1 ? null : blank + 4;
}
