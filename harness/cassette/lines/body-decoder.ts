import { commonLength, mayShareMore } from "../../wire-scan/common-length.ts";
import { type DecodedTail, decodeEscaped } from "./decode-escaped.ts";

/** A body that a line holds as a string, and the offset of the quote that ends the string. */
export type DecodedBody = { readonly body: Buffer; readonly end: number };

/** Bodies that are kept, and their bytes, escaped and decoded: those of some 50 conversations. */
const MOST_KEPT = 64;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Decodes the bodies that lines hold as strings. A request of a conversation repeats the one before, so only the escaped bytes behind the
 * head that it shares with an earlier body are decoded; the rest is copied.
 */
export class BodyDecoder {
  /** The one used last stands last. */
  readonly #kept: KeptBody[] = [];
  #bytes = 0;

  /** The body whose string begins at `start`, behind its quote; null if it is not such a string, or holds half of a surrogate pair. */
  decode(raw: Buffer, start: number): DecodedBody | null {
    const { like, common } = this.#nearest(raw, start);
    const kept = like === null || common < KEPT_SHARE * like.escapedBytes ? this.#copyOf(like, common) : like;
    this.#drop(this.#kept.lastIndexOf(kept));
    const from = kept.cutTo(common);
    const tail = decodeEscaped(raw, start + from);
    const body = tail === null ? null : kept.continue(raw.subarray(start + from, tail.end), tail);
    this.#keep(kept);
    return tail === null || body === null ? null : { body, end: tail.end };
  }

  /** The kept body with the longest head in common with the string. */
  #nearest(raw: Buffer, start: number): { readonly like: KeptBody | null; readonly common: number } {
    let [like, common]: [KeptBody | null, number] = [null, 0];
    for (let at = this.#kept.length - 1; at >= 0; at -= 1) {
      const each = this.#kept[at];
      if (each === undefined || (like !== null && !each.mayShareMore(raw, start, common))) continue;
      const own = each.commonWith(raw, start);
      if (own > common || like === null) [like, common] = [each, own];
    }
    return { like, common };
  }

  #copyOf(like: KeptBody | null, common: number): KeptBody {
    const copy = new KeptBody();
    if (like !== null) copy.begin(like, common);
    return copy;
  }

  #keep(kept: KeptBody): void {
    this.#kept.push(kept);
    this.#bytes += kept.heldBytes;
    while (this.#bytes > MOST_BYTES || this.#kept.length > MOST_KEPT) this.#drop(0);
  }

  #drop(at: number): void {
    const [dropped] = at === -1 ? [] : this.#kept.splice(at, 1);
    this.#bytes -= dropped?.heldBytes ?? 0;
  }
}

/** A body takes the place of one that it repeats to this share; otherwise both are kept. */
const KEPT_SHARE = 7 / 8;

/** The string of a body as it stood in its line, the body itself, and places at which a decoder can begin: pairs of offsets in the two. */
class KeptBody {
  #escaped: Buffer = EMPTY;
  /** The one that was handed out: who reads a log keeps it too, so it takes no memory of its own. Bodies never change. */
  #body: Buffer = EMPTY;
  readonly #places: number[] = [];
  escapedBytes = 0;

  get heldBytes(): number {
    return this.#escaped.length + this.#body.length;
  }

  commonWith(raw: Buffer, start: number): number {
    return commonLength(this.#escaped, 0, raw, start, Math.min(this.escapedBytes, raw.length - start));
  }

  mayShareMore(raw: Buffer, start: number, common: number): boolean {
    return common < this.escapedBytes && mayShareMore(this.#escaped, 0, raw, start, common);
  }

  /** Takes over the head of another one. */
  begin(like: KeptBody, common: number): void {
    this.#places.push(...like.#places);
    this.#escaped = Buffer.from(like.#escaped.subarray(0, common));
    this.#body = like.#body;
    this.escapedBytes = common;
  }

  /** Forgets what stands behind the last place within the first `common` bytes. Returns the offset of that place. */
  cutTo(common: number): number {
    while ((this.#places.at(-2) ?? 0) > common) this.#places.length -= 2;
    const [escaped = 0] = this.#places.slice(-2);
    this.escapedBytes = escaped;
    return escaped;
  }

  /** The body of a string that continues with this tail behind the last place. */
  continue(escaped: Buffer, { bytes, places }: DecodedTail): Buffer {
    const head = this.#places.at(-1) ?? 0;
    const body = Buffer.allocUnsafe(head + bytes.length);
    this.#body.copy(body, 0, 0, head);
    bytes.copy(body, head);
    for (const [at, place] of places.entries()) this.#places.push(place + (at % 2 === 0 ? this.escapedBytes : head));
    this.#escaped = appended(this.#escaped, this.escapedBytes, escaped);
    this.escapedBytes += escaped.length;
    this.#body = body;
    return body;
  }
}

const EMPTY = Buffer.alloc(0);

/** Room for what the next requests of a conversation add. */
const GROWTH = 1.25;

/** The first `length` bytes of `memory` with `more` behind them: in the same memory, as far as that has room. */
function appended(memory: Buffer, length: number, more: Buffer): Buffer {
  const needed = length + more.length;
  const roomy = memory.length >= needed ? memory : Buffer.allocUnsafeSlow(Math.ceil(needed * GROWTH));
  if (roomy !== memory) memory.copy(roomy, 0, 0, length);
  more.copy(roomy, length);
  return roomy;
}
