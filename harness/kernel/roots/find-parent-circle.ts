/** Ids from child to parent that lead back to the first one, which is at both ends; null without a circle. */
export function findParentCircle(parents: ReadonlyMap<string, string>): readonly string[] | null {
  const cleared = new Set<string>();
  for (const first of parents.keys()) {
    const path = new Map<string, number>();
    let each: string | undefined = first;
    while (each !== undefined && !cleared.has(each)) {
      const at = path.get(each);
      if (at !== undefined) return [...[...path.keys()].slice(at), each];
      path.set(each, path.size);
      each = parents.get(each);
    }
    for (const id of path.keys()) cleared.add(id);
  }
  return null;
}
