import { type DecodedTail, decodeEscaped } from "./decode-escaped.ts";
import { type DecodedPart, KeptBody } from "./kept-body.ts";

/** A body that a line holds as a string, and the offset of the quote that ends the string. */
export type DecodedBody = { readonly body: Buffer; readonly end: number };

/** Bodies that are kept, and their bytes, escaped and decoded: those of some 50 conversations. */
const MOST_KEPT = 64;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Decodes the bodies that lines hold as strings. A request of a conversation repeats the one before, so only the escaped bytes behind the
 * head that it shares with an earlier body are decoded; the rest is copied. So is what follows a clock in that head, up to the new messages.
 */
export class BodyDecoder {
  /** The one used last stands last. */
  readonly #kept: KeptBody[] = [];
  #bytes = 0;

  /** The body whose string begins at `start`, behind its quote; null if it is not such a string, or holds half of a surrogate pair. */
  decode(raw: Buffer, start: number): DecodedBody | null {
    const { like, common } = this.#nearest(raw, start, 0);
    const kept = like === null || common < KEPT_SHARE * like.escapedBytes ? this.#copyOf(like, common) : like;
    this.#drop(this.#kept.lastIndexOf(kept));
    const from = kept.cutTo(common);
    const isBroken = like !== null && common < BROKEN_SHARE * like.escapedBytes;
    const parts = (isBroken ? this.#aroundMiddle(raw, start, from, common) : null) ?? rest(raw, start + from);
    const end = parts === null ? 0 : parts.reduce((at, { escapedBytes }) => at + escapedBytes, start + from);
    const body = parts === null ? null : kept.continue(raw.subarray(start + from, end), parts);
    this.#keep(kept);
    return body === null ? null : { body, end };
  }

  /** The kept body with the longest run in common with the string from `from` on, and where the run ends. */
  #nearest(raw: Buffer, start: number, from: number): { readonly like: KeptBody | null; readonly common: number } {
    let [like, common]: [KeptBody | null, number] = [null, from];
    for (let at = this.#kept.length - 1; at >= 0; at -= 1) {
      const each = this.#kept[at];
      if (each === undefined || (like !== null && !each.mayShareMore(raw, start, common))) continue;
      const own = each.commonWith(raw, start, from);
      if (own > common || like === null) [like, common] = [each, own];
    }
    return { like, common };
  }

  /**
   * The parts of a string that repeats another one behind a difference near its head, as long in both: a clock in the system prompt. Null if
   * no kept body has such a run.
   */
  #aroundMiddle(raw: Buffer, start: number, from: number, common: number): readonly DecodedPart[] | null {
    const { like, common: end } = this.#nearest(raw, start, common + LONGEST_CLOCK);
    const middle = like?.between(common + LONGEST_CLOCK, end) ?? null;
    if (like === null || middle === null) return null;
    const head = decodeEscaped(raw, start + from, start + middle.start);
    if (head === null) return null;
    // Its memory is that of the next call, too.
    const first = { ...head, bytes: Buffer.from(head.bytes), escapedBytes: middle.start - from };
    const last = rest(raw, start + middle.start + middle.part.escapedBytes);
    if (last === null) return null;
    if (end >= KEPT_SHARE * like.escapedBytes) this.#drop(this.#kept.lastIndexOf(like));
    return [first, middle.part, ...last];
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

/** A body that repeats less than this share of each other one may repeat more behind a difference. */
const BROKEN_SHARE = 1 / 2;

/** In escaped bytes. */
const LONGEST_CLOCK = 64;

function rest(raw: Buffer, start: number): readonly DecodedPart[] | null {
  const tail: DecodedTail | null = decodeEscaped(raw, start);
  return tail && [{ ...tail, escapedBytes: tail.end - start }];
}
