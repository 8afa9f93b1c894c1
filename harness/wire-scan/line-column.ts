const LINE_FEED = 0x0a;

/** Line and column of a byte offset, both from 1; the column counts characters, not bytes. */
export function lineColumn(bytes: Buffer, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1 && at < offset; at = bytes.indexOf(LINE_FEED, at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: bytes.toString("utf8", lineStart, offset).length + 1 };
}
