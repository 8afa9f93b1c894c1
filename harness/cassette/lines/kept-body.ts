import { commonLength, mayShareMore } from "../../wire-scan/common-length.ts";
import type { DecodedTail } from "./decode-escaped.ts";

/** A part of a string, as it stood in its line and decoded. */
export type DecodedPart = Pick<DecodedTail, "bytes" | "places"> & { readonly escapedBytes: number };

/** The string of a body as it stood in its line, the body itself, and places at which a decoder can begin: pairs of offsets in the two. */
export class KeptBody {
  #escaped: Buffer = EMPTY;
  /** The one that was handed out: who reads a log keeps it too, so it takes no memory of its own. Bodies never change. */
  #body: Buffer = EMPTY;
  readonly #places: number[] = [];
  escapedBytes = 0;

  get heldBytes(): number {
    return this.#escaped.length + this.#body.length;
  }

  /** Where the first difference lies from `from` on. */
  commonWith(raw: Buffer, start: number, from: number): number {
    const most = Math.min(this.escapedBytes, raw.length - start) - from;
    return most <= 0 ? from : from + commonLength(this.#escaped, from, raw, start + from, most);
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

  /** The part between the first place from `from` on and the last one up to `to`, and the offset at which it begins. Null if it is empty. */
  between(from: number, to: number): { readonly start: number; readonly part: DecodedPart } | null {
    const places = this.#places;
    let [first, last] = [0, places.length - 2];
    while (first < last && (places[first] ?? 0) < from) first += 2;
    while (last > first && (places[last] ?? 0) > to) last -= 2;
    if (last <= first) return null;
    const [start = 0, body = 0, end = 0, bodyEnd = 0] = [
      ...places.slice(first, first + 2),
      ...places.slice(last, last + 2),
    ];
    const within = places.slice(first, last + 2).map((place, at) => place - (at % 2 === 0 ? start : body));
    return { start, part: { bytes: this.#body.subarray(body, bodyEnd), places: within, escapedBytes: end - start } };
  }

  /** The body of a string that continues with these parts behind the last place. `escaped` is all of them as they stand in the line. */
  continue(escaped: Buffer, parts: readonly DecodedPart[]): Buffer {
    let head = this.#places.at(-1) ?? 0;
    let from = this.escapedBytes;
    const body = Buffer.allocUnsafe(parts.reduce((length, { bytes }) => length + bytes.length, head));
    this.#body.copy(body, 0, 0, head);
    for (const { bytes, places, escapedBytes } of parts) {
      bytes.copy(body, head);
      for (const [at, place] of places.entries()) this.#places.push(place + (at % 2 === 0 ? from : head));
      head += bytes.length;
      from += escapedBytes;
    }
    this.#escaped = appended(this.#escaped, this.escapedBytes, escaped);
    this.escapedBytes = from;
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
