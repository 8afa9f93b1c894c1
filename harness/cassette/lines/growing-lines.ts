import { type NamedFile, readSpanOf, standingOf } from "../../io/files/read-at.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { detectFormat } from "../detect-format.ts";
import { eachLine, type Line } from "./each-line.ts";
import { type FieldFault, Fields } from "./fields.ts";
import type { LineFormat } from "./line-format.ts";
import { parseLine, placeOf } from "./parse-line.ts";

/** An exchange that another process has just written, to be read again at will. */
export type WrittenExchange = { readonly id: string; readonly load: () => Exchange };

/** What has been written since the last look. A damaged line is given as its fault. `missing`: the path names no file at the moment. */
export type Growth = {
  readonly written: readonly (WrittenExchange | HarnessError)[];
  readonly standing: "growing" | "missing" | "replaced";
};

/**
 * A JSON Lines recording that is still being written. It is one open file: what is written to it is read from it, also after it was renamed,
 * and no byte of the file that takes its place.
 */
export class GrowingLines {
  readonly #file: NamedFile;
  #format: LineFormat | null = null;
  #next = { number: 1, start: 0 };
  /** The last bytes before the next line, its line feed among them. */
  #tail: Buffer = Buffer.alloc(0);

  /** The file stays open as long as exchanges are loaded. */
  constructor(file: NamedFile) {
    this.#file = file;
  }

  /**
   * Gives the exchanges of the lines that are whole by now; the last one waits for its line feed. Nothing more comes of a file that was
   * replaced: the path names another one, or the file was cut and lost what had been read of it.
   *
   * @throws HarnessError HX208 where a line is longer than a body may be, HX515
   */
  grow(): Growth {
    // Asked first, so that a renamed file is read to its end.
    const standing = standingOf(this.#file);
    const earlier = this.#next.start;
    const tail = this.#tail;
    const written = this.#newLines();
    // Asked last: had the file been cut before it was read, these lines would have begun anywhere.
    if (!this.#holds(tail, earlier)) return { written: [], standing: "replaced" };
    return { written, standing: standing === "same" ? "growing" : standing === "other" ? "replaced" : "missing" };
  }

  /** Whether the path still names this file, and the file still holds what was read of it. */
  isWhole(): boolean {
    return standingOf(this.#file) === "same" && this.#holds(this.#tail, this.#next.start);
  }

  #holds(tail: Buffer, end: number): boolean {
    const bytes = Buffer.alloc(tail.length);
    return this.#file.readInto(bytes, 0, end - tail.length) === tail.length && bytes.equals(tail);
  }

  #newLines(): Growth["written"] {
    const written: (WrittenExchange | HarnessError)[] = [];
    const visit = (bytes: Buffer, line: Line): void => {
      if (!line.ended) return;
      if (bytes.length > 0) written.push(this.#exchangeOrFault(bytes, line));
      this.#next = { number: line.number + 1, start: line.end + 1 };
      this.#tail = Buffer.concat([bytes.subarray(-TAIL), LINE_FEED]);
    };
    eachLine(this.#file, visit, this.#next);
    return written;
  }

  #exchangeOrFault(bytes: Buffer, line: Line): WrittenExchange | HarnessError {
    try {
      return this.#exchangeOf(bytes, line);
    } catch (fault) {
      if (fault instanceof HarnessError) return fault;
      throw fault;
    }
  }

  #exchangeOf(raw: Buffer, line: Line): WrittenExchange {
    const format = (this.#format ??= detectFormat(raw, line, this.#file.path));
    const fault: FieldFault = (_, what) =>
      new HarnessError({
        code: "HX209",
        what: `line ${line.number}: ${what}`,
        where: placeOf(this.#file.path, line),
        fix: "record again where the recorder wrote this line",
        exit: 3,
      });
    const fields = (bytes: Buffer): Fields => new Fields(parseLine(bytes, line, this.#file.path), [], fault);
    const members = fields(raw);
    const id = format.idOf(
      format.idMembers.map((name) => members.raw(name) ?? undefined),
      line.number,
    );
    if (id === null) throw fault([], "it has no id");
    const load = (): Exchange => {
      const bytes = readSpanOf(this.#file, line.start, line.end);
      return format.read(fields(bytes), id, bytes);
    };
    return { id, load };
  }
}

const LINE_FEED = Buffer.from("\n");

/** In bytes: other lines hardly have the same ones at the same place. */
const TAIL = 256;
