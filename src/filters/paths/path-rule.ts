/** The stable names of what path rules decide by. */
export type PathRule =
  | "path.inside"
  | "path.missing"
  | "path.relative"
  | "path.characters"
  | "path.too-long"
  | "path.folder"
  | "path.missing-parent"
  | "path.ambiguous"
  | "path.outside"
  | "path.protected"
  | "path.name"
  | "path.obeyed"
  | "path.twin"
  | "path.symlink"
  | "path.hard-link"
  | "path.special-file"
  | "path.other-device"
  | "path.folder-replaced"
  | "path.changed-meanwhile";

export type PathRefusal = { readonly rule: PathRule; readonly reason: string };
