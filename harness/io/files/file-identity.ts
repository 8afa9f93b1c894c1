import { fstatSync, type Stats } from "node:fs";

/** Which file on which device. No other file has both while this one is open. */
export function identityOf({ dev, ino }: Pick<Stats, "dev" | "ino">): string {
  return `${dev} ${ino}`;
}

/** The identity of an open file; `closed` without one. A descriptor that was closed may be another file's by now. */
export function fileIdentity(descriptor: number): string {
  try {
    return identityOf(fstatSync(descriptor));
  } catch {
    return "closed";
  }
}
