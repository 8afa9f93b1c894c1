/**
 * Names that no file or folder inside a memory folder may be written under. A forged lock makes the next consolidation wait or run
 * twice; whatever git finds in its own files it runs, in a folder that is or becomes a repository (git-config(1), githooks(5)).
 * `HEAD` is what makes git take a folder for a bare repository.
 */
export const protectedNames: readonly string[] = [".consolidate-lock", ".git", ".gitmodules", ".gitattributes", "HEAD"];

/** The first of `names` that some file system may take `name` for, or null. */
export function findProtected(name: string, names: readonly string[]): string | null {
  const folded = foldName(name);
  if (/^git~\d+$/.test(folded)) return ".git";
  return names.find((each) => foldName(each) === folded) ?? null;
}

/**
 * One spelling for all that a file system may hold equal: letter case and compatibility forms (APFS, NTFS), characters that HFS+ ignores, the
 * dots and spaces that Windows drops at the end, and the stream behind a colon (NTFS).
 */
export function foldName(name: string): string {
  return name
    .replace(/:.*$/s, "")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[. ]+$/, "");
}
