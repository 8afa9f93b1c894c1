import { writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { eachLine, type Line } from "../../harness/cassette/lines/each-line.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { type OpenFile, openFile } from "../../harness/io/files/read-at.ts";

/** A file of this content that gives at most `most` bytes at a time, as a slow disk may. */
function fileOf(content: Buffer, most: number): OpenFile {
  return {
    path: "file",
    size: content.length,
    readInto: (buffer, offset, position) => content.copy(buffer, offset, position, position + most),
    [Symbol.dispose]: () => undefined,
  };
}

function linesOf(file: OpenFile): readonly (Line & { readonly text: string })[] {
  const lines: (Line & { readonly text: string })[] = [];
  eachLine(file, (bytes, line) => lines.push({ ...line, text: bytes.toString("latin1") }));
  return lines;
}

test("the line reader yields every line once, with its number and position, however the bytes arrive", () => {
  const content = fc.string({ unit: fc.constantFrom("a", "\n", "é", "\r") }).map((text) => Buffer.from(text));
  fc.assert(
    fc.property(content, fc.integer({ min: 1, max: 7 }), (bytes, most) => {
      const lines = linesOf(fileOf(bytes, most));
      const texts = bytes.toString("latin1").split("\n");
      if (texts.at(-1) === "") texts.pop();
      expect(lines.map(({ text }) => text)).toEqual(texts);
      lines.forEach(({ number, start, end, ended, text }, at) => {
        expect(number).toBe(at + 1);
        expect(bytes.toString("latin1", start, end)).toBe(text);
        expect(ended).toBe(bytes[end] === 0x0a);
      });
    }),
  );
});

test("the line reader accepts a line that is longer than a read, and one that crosses two reads", () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "lines");
  const lines = ["x".repeat(1_500_000), "y".repeat(3_000_000), "", "z"];
  writeFileSync(path, lines.join("\n"));
  using file = openFile(path);
  expect(linesOf(file).map(({ text }) => text)).toEqual(lines);
});

test("the line reader gives up at 64 MiB on a line without an end", () => {
  let read = 0;
  const endless: OpenFile = {
    ...fileOf(Buffer.alloc(0), 0),
    readInto: (buffer, offset) => {
      const count = buffer.fill("x", offset).length - offset;
      read += count;
      return count;
    },
  };
  expect(() => linesOf(endless)).toThrow("line 1 is longer than 64 MiB, the most that is read");
  expect(read).toBe(64 * 1024 * 1024);
});
