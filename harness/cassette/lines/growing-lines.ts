import { statKind } from "../../io/files/disk.ts";
import { openFile, readSpan } from "../../io/files/read-at.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { detectFormat } from "../detect-format.ts";
import type { Line } from "./each-line.ts";
import { type FieldFault, Fields } from "./fields.ts";
import type { LineFormat } from "./line-format.ts";
import { parseLine, placeOf } from "./parse-line.ts";

/** An exchange that another process has just written, to be read again at will. */
export type WrittenExchange = { readonly id: string; readonly load: () => Exchange };

/** A JSON Lines recording that is still being written: each call of `next` gives the exchanges of the lines that are whole by now. */
export class GrowingLines {
  readonly #path: string;
  #format: LineFormat | null = null;
  #end = 0;
  #number = 0;
  /** The bytes before `#end`. */
  #tail: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether the file lost what was read of it: it was rotated or cut. False while the file is missing. */
  wasReplaced(): boolean {
    if (statKind(this.#path) !== "file") return false;
    if (sizeOf(this.#path).size < this.#end) return true;
    return !readSpan(this.#path, this.#end - this.#tail.length, this.#end).equals(this.#tail);
  }

  /** A line that is damaged is given as its fault, and left out. The last one may still be growing, so it waits for its line feed. */
  next(): readonly (WrittenExchange | HarnessError)[] {
    return this.#newLines().flatMap((line) => {
      try {
        return this.#exchangeOf(line);
      } catch (fault) {
        if (fault instanceof HarnessError) return fault;
        throw fault;
      }
    });
  }

  #newLines(): readonly Line[] {
    // A rotated file is missing until the next one is created.
    if (statKind(this.#path) !== "file") return [];
    const { size } = sizeOf(this.#path);
    if (size <= this.#end) return [];
    const bytes = readSpan(this.#path, this.#end, size);
    const lines: Line[] = [];
    let from = 0;
    for (let feed = bytes.indexOf(LINE_FEED); feed !== -1; feed = bytes.indexOf(LINE_FEED, from)) {
      this.#number += 1;
      const [start, end] = [this.#end + from, this.#end + feed];
      if (end > start) lines.push({ number: this.#number, start, end, ended: true });
      from = feed + 1;
    }
    this.#end += from;
    if (from > 0) this.#tail = Buffer.from(bytes.subarray(Math.max(0, from - TAIL), from));
    return lines;
  }

  #exchangeOf(line: Line): WrittenExchange {
    const raw = readSpan(this.#path, line.start, line.end);
    const format = (this.#format ??= detectFormat(raw, line, this.#path));
    const fault: FieldFault = (_, what) =>
      new HarnessError({
        code: "HX209",
        what: `line ${line.number}: ${what}`,
        where: placeOf(this.#path, line),
        fix: "record again where the recorder wrote this line",
        exit: 3,
      });
    const fields = (bytes: Buffer): Fields => new Fields(parseLine(bytes, line, this.#path), [], fault);
    const members = fields(raw);
    const id = format.idOf(
      format.idMembers.map((name) => members.raw(name) ?? undefined),
      line.number,
    );
    if (id === null) throw fault([], "it has no id");
    const load = (): Exchange => {
      const bytes = readSpan(this.#path, line.start, line.end);
      return format.read(fields(bytes), id, bytes);
    };
    return { id, load };
  }
}

const LINE_FEED = 0x0a;

/** In bytes: other lines hardly have the same ones at the same place. */
const TAIL = 256;

function sizeOf(path: string): { readonly size: number } {
  using file = openFile(path);
  return { size: file.size };
}
