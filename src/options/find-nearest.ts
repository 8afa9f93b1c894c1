/** The known name that a misspelled one most likely stands for; null if no name is near. */
export function findNearest(name: string, known: readonly string[]): string | null {
  const given = plain(name);
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(given, plain(candidate)) }))
    .filter(({ distance }) => distance < far)
    .sort((one, other) => one.distance - other.distance);
  return ranked[0]?.candidate ?? null;
}

/** `base_url`, `baseURL` and `baseUrl` are one word in three spellings. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

const far = Number.POSITIVE_INFINITY;

function distanceOf(one: string, other: string): number {
  const edits = editsBetween(one, other);
  if (edits <= Math.max(1, Math.floor(Math.max(one.length, other.length) / 3))) return edits;
  // A word left out, such as `timeout` for `timeoutMs` or `key` for `apiKey`; behind every slip of the pen.
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  const isPart = shorter.length >= 3 && (longer.startsWith(shorter) || longer.endsWith(shorter));
  return isPart ? longer.length : far;
}

/** Letters added, removed, replaced, or swapped with their neighbour. */
function editsBetween(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let up = 1; up <= one.length; up += 1) {
    const next = [up];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (one[up - 1] === other[at - 1] ? 0 : 1);
      const isSwap = one[up - 1] === other[at - 2] && one[up - 2] === other[at - 1] && up > 1 && at > 1;
      const swapped = isSwap ? (before[at - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
