import type { Header } from "../../../kernel/exchange.ts";
import { decodeHuffman } from "./huffman.ts";
import { staticTable } from "./static-table.ts";

/** Each entry counts for this much more than its text (RFC 7541, 4.1). */
const ENTRY_COST = 32;
const FIRST_SIZE = 4096;
/** Far above what any endpoint allows; a block that asks for more is damaged. */
const LARGEST_SIZE = 16 * 1024 * 1024;

/** Reads the header blocks of one direction of a connection in their order (RFC 7541). */
export class HpackDecoder {
  #table: Header[] = [];
  #size = 0;
  #maxSize = FIRST_SIZE;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #resizes: number[] = [];

  /** The sizes that the last block gave to the table. */
  resizes(): readonly number[] {
    return this.#resizes;
  }

  /** @throws Error if this is not a header block: no later block can be read either */
  decode(block: Buffer): readonly Header[] {
    [this.#bytes, this.#at, this.#resizes] = [block, 0, []];
    const headers: Header[] = [];
    while (this.#at < block.length) {
      const first = block[this.#at] ?? 0;
      if (first >= 0x80) headers.push(this.#entry(this.#integer(7)));
      else if (first >= 0x40) headers.push(this.#remember(this.#literal(6)));
      else if (first >= 0x20) this.#resize(this.#integer(5));
      else headers.push(this.#literal(4));
    }
    return headers;
  }

  #literal(prefixBits: number): Header {
    const index = this.#integer(prefixBits);
    const name = index === 0 ? this.#text() : this.#entry(index)[0];
    return [name, this.#text()];
  }

  #entry(index: number): Header {
    const entry = index <= staticTable.length ? staticTable[index - 1] : this.#table[index - staticTable.length - 1];
    if (entry === undefined) throw new Error(`a header block names entry ${index}, which does not exist`);
    return entry;
  }

  #remember(header: Header): Header {
    this.#table.unshift(header);
    this.#size += costOf(header);
    this.#evict();
    return header;
  }

  #resize(size: number): void {
    if (size > LARGEST_SIZE) throw new Error(`a header block asks for a table of ${size} bytes`);
    this.#maxSize = size;
    this.#resizes.push(size);
    this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#maxSize) {
      const oldest = this.#table.pop();
      if (oldest === undefined) return;
      this.#size -= costOf(oldest);
    }
  }

  #integer(prefixBits: number): number {
    const most = 2 ** prefixBits - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    for (let shift = 1; shift <= 2 ** 28; shift *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
    throw new Error("a header block has a number that is too large");
  }

  #text(): string {
    const isCoded = (this.#bytes[this.#at] ?? 0) >= 0x80;
    const length = this.#integer(7);
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    if (bytes.length < length) throw new Error("a header block ends in the middle of a text");
    this.#at += length;
    const text = isCoded ? decodeHuffman(bytes) : bytes.toString("latin1");
    if (text === null) throw new Error("a header block has a text that is not of its code");
    return text;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Error("a header block ends in the middle of a number");
    this.#at += 1;
    return byte;
  }
}

function costOf([name, value]: Header): number {
  return name.length + value.length + ENTRY_COST;
}
