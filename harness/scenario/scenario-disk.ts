/** What finding scenarios and their sources needs of a disk; a port, so that this folder stays free of effects. */
export type ScenarioDisk = {
  readonly statKind: (path: string) => "file" | "folder" | "other" | "missing";
  readonly listFolder: (path: string) => readonly ListedEntry[];
};

export type ListedEntry = { readonly name: string; readonly kind: "file" | "folder" | "link" | "other" };
