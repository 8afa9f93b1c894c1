/** The offset of the next token on this line: behind blanks, continued lines and a comment. `at` must be a token boundary. */
export function skipBlanks(source: string, at: number): number {
  // Asked at every token, and mostly there is nothing to skip.
  if (!blankStarts.includes(source.charAt(at))) return at;
  blanks.lastIndex = at;
  return at + (blanks.exec(source)?.[0].length ?? 0);
}

const blankStarts = " \t\\#";
const blanks = /(?:[ \t]|\\\n)*(?:#[^\n]*)?/y;
