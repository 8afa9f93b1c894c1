/** What stood in a folder at one moment: a fingerprint for each path below it, with forward slashes, the folder itself as ".". */
export type Snapshot = ReadonlyMap<string, string>;

/** What one path went through between two snapshots. */
export type Change = { readonly path: string; readonly what: "created" | "modified" | "deleted" };

/** The changes from one snapshot to the next, by path. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): readonly Change[] => {
    const [then, now] = [before.get(path), after.get(path)];
    if (then === now) return [];
    if (then === undefined) return [{ path, what: "created" }];
    return [{ path, what: now === undefined ? "deleted" : "modified" }];
  });
}
