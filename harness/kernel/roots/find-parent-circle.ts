/** Ids that lead from child to parent back to the first of them, which stands at both ends; null where none do. */
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
