/**
 * The line break behind the lines of here-documents, which begin behind the line break at `at`; null where one has no end.
 *
 * @param names the last line of each, in order
 */
export function skipLines(names: readonly string[], source: string, at: number): number | null {
  let end = at;
  for (const name of names) {
    const found = `${source}\n`.indexOf(`\n${name}\n`, end);
    if (found === -1) return null;
    end = found + name.length + 1;
  }
  return end;
}
