import type { CassetteEntry } from "./cassette-document.ts";

/** The parents that a cassette names, by child. */
export function namedParents(entries: readonly CassetteEntry[]): ReadonlyMap<string, string> {
  return new Map(entries.flatMap(({ id, forkOf }) => (forkOf === null ? [] : [[id, forkOf] as const])));
}
