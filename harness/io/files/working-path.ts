import { isAbsolute, relative, resolve } from "node:path";

/** A path as results name files: from the working folder if it is in there, with forward slashes; else as it was given. */
export function workingPath(path: string): string {
  const inside = relative(".", resolve(path));
  const isOutside = inside === ".." || /^\.\.[\\/]/.test(inside) || isAbsolute(inside);
  return (isOutside ? path : inside || ".").replaceAll("\\", "/");
}
