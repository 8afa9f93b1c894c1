import { fstatSync } from "node:fs";

/** The identity of an open file; `closed` without one. A descriptor that was closed may be another file's by now. */
export function fileIdentity(descriptor: number): string {
  try {
    const { dev, ino } = fstatSync(descriptor);
    return `${dev} ${ino}`;
  } catch {
    return "closed";
  }
}
