/**
 * The port to the file system that path rules look through. Paths are absolute and handed to the system as they are: nothing
 * collapses `..` on the way. Any failure but "is not there" rejects, and who asks refuses.
 */
export type Disk = {
  /** The path with every symlink followed, by the system's own rules; null where it leads nowhere. */
  readonly resolve: (path: string) => Promise<string | null>;
  /** What stands at the path itself, a symlink not followed; null where nothing does. */
  readonly look: (path: string) => Promise<Entry | null>;
  /** The names in a folder, in any order. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /**
   * Opens what stands at the path, never through a symlink in its last part; null where that is not as expected: `folder` a folder,
   * `existing` anything that can be read and written, `new` nothing.
   */
  readonly open: (path: string, expected: "folder" | "existing" | "new") => Promise<OpenEntry | null>;
};

export type Entry = {
  readonly kind: "file" | "folder" | "symlink" | "special";
  /** Device and inode: equal for the same file under any name. */
  readonly identity: string;
  readonly device: string;
  /** Number of hard links. */
  readonly links: number;
};

/** Something opened. Whatever happens to its path, it stays the same file. */
export type OpenEntry = {
  readonly look: () => Promise<Entry>;
  /** A path that leads to this very folder or file, also when it was renamed; null where the system offers none. */
  readonly fixedPath: string | null;
  readonly readText: () => Promise<string>;
  /** Replaces the whole content. */
  readonly writeText: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};
