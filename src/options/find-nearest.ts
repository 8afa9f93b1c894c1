/** The known name that a misspelled one most likely stands for; null if none is near. */
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

/** Levenshtein's distance: letters added, removed or replaced. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
