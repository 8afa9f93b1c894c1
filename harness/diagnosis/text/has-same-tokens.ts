const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"{}[\],:]+/g;

/** Whether two JSON texts are made of the same strings, numbers and literals, each spelled alike, in whatever order. */
export function hasSameTokens(left: string, right: string): boolean {
  const [ours, theirs] = [sorted(left), sorted(right)];
  return ours.length === theirs.length && ours.every((token, index) => token === theirs[index]);
}

function sorted(text: string): readonly string[] {
  return (text.match(TOKEN) ?? []).toSorted();
}
