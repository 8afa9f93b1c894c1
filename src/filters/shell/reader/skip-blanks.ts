/** The offset of the next token on this line: behind blanks, continued lines and a comment. `at` must be a token boundary. */
export function skipBlanks(source: string, at: number): number {
  blanks.lastIndex = at;
  return at + (blanks.exec(source)?.[0].length ?? 0);
}

const blanks = /(?:[ \t]|\\\n)*(?:#[^\n]*)?/y;
