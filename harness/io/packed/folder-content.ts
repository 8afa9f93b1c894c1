/** Something below a folder, by its path. A link is not followed. */
export type FolderContent =
  | { readonly kind: "file"; readonly path: string; readonly mode: number; readonly bytes: Buffer }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "folder"; readonly path: string };
