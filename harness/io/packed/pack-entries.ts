import type { FolderContent } from "./folder-content.ts";

/** A head that lists the entries as JSON, its length before it, and the bytes of all files behind it: in parts, since each copy costs. */
export function packEntries(entries: readonly FolderContent[]): readonly Uint8Array[] {
  const head = entries.map((entry) =>
    entry.kind === "file" ? { kind: entry.kind, path: entry.path, mode: entry.mode, size: entry.bytes.length } : entry,
  );
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return [length, text, ...entries.flatMap((entry) => (entry.kind === "file" ? entry.bytes : []))];
}

type HeadEntry = Exclude<FolderContent, { kind: "file" }> | { kind: "file"; path: string; mode: number; size: number };

/** The digest in its name has shown that `packEntries` made it. */
export function unpackEntries(pack: Buffer): readonly FolderContent[] {
  const start = 4 + pack.readUInt32LE(0);
  const head: readonly HeadEntry[] = JSON.parse(pack.subarray(4, start).toString());
  let at = start;
  return head.map((entry) => {
    if (entry.kind !== "file") return entry;
    const bytes = pack.subarray(at, at + entry.size);
    at += entry.size;
    return { kind: "file", path: entry.path, mode: entry.mode, bytes };
  });
}
