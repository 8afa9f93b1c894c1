/**
 * The word of a list that a mistyped word most likely means, or null if no word is near. Case and separators do not count, so
 * `max_turns` finds `maxTurns`. Of equally near words, the first of the list wins.
 */
export function nearestWord(typed: string, words: Iterable<string>): string | null {
  const wanted = bare(typed);
  let nearest: string | null = null;
  // A third of the letters wrong is still a slip; more is another word.
  let limit = Math.floor(wanted.length / 3) + 1;
  for (const word of words) {
    const candidate = bare(word);
    // The distance is at least the difference in length; asked first, so that no long text is ever compared.
    if (Math.abs(candidate.length - wanted.length) >= limit) continue;
    const distance = editDistance(wanted, candidate);
    if (distance < limit) {
      nearest = word;
      limit = distance;
    }
  }
  return nearest;
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let twoBack: readonly number[] = [];
  let oneBack: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(current, column - 1) + 1,
          at(oneBack, column) + 1,
          at(oneBack, column - 1) + (same ? 0 : 1),
          swapped ? at(twoBack, column - 2) + 1 : Infinity,
        ),
      );
    }
    twoBack = oneBack;
    oneBack = current;
  }
  return at(oneBack, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
