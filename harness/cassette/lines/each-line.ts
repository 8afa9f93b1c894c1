import type { OpenFile } from "../../io/files/read-at.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { maxBodyBytes } from "../size-limit.ts";

/** Where a line lies in its file: number from 1, half-open range of byte offsets without the line feed. */
export type Line = {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** False for a last line that no line feed ends: its writer may have been cut off. */
  readonly ended: boolean;
};

const LINE_FEED = 0x0a;
const chunkBytes = 1024 * 1024;

/** Where a walk begins: the number of a line and the byte at which it starts. */
export type LineStart = Pick<Line, "number" | "start">;

const firstLine: LineStart = { number: 1, start: 0 };

/**
 * Walks the lines of a file in one pass and in constant memory: one chunk, or one line where that is longer.
 * `bytes` is a view of that memory and holds only until `visit` returns; it ends early if that returns false. An empty file has no line.
 *
 * @throws HarnessError HX208 where a line is longer than a body may be
 */
export function eachLine(
  file: OpenFile,
  visit: (bytes: Buffer, line: Line) => unknown,
  from: LineStart = firstLine,
): void {
  let buffer: Buffer = Buffer.allocUnsafe(chunkBytes);
  let held = 0;
  let { number, start } = from;
  for (;;) {
    if (held === buffer.length) buffer = grown(buffer, file.path, number, start);
    const count = file.readInto(buffer, held, start + held);
    if (count === 0) break;
    const filled = buffer.subarray(0, held + count);
    let at = 0;
    for (let feed = filled.indexOf(LINE_FEED, held); feed !== -1; feed = filled.indexOf(LINE_FEED, at)) {
      const end = start + feed - at;
      if (visit(filled.subarray(at, feed), { number, start, end, ended: true }) === false) return;
      number += 1;
      start = end + 1;
      at = feed + 1;
    }
    held = filled.length - at;
    buffer.copyWithin(0, at, filled.length);
  }
  if (held > 0) visit(buffer.subarray(0, held), { number, start, end: start + held, ended: false });
}

function grown(buffer: Buffer, path: string, number: number, start: number): Buffer {
  if (buffer.length >= maxBodyBytes) {
    throw new HarnessError({
      code: "HX208",
      what: `line ${number} is longer than ${maxBodyBytes / 1024 ** 2} MiB, the most that is read`,
      where: `${path}, line ${number} (byte offset ${start})`,
      fix: "record the exchange again without what makes it this long, or take the line out of the file",
      exit: 3,
    });
  }
  const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2, maxBodyBytes));
  buffer.copy(larger);
  return larger;
}
