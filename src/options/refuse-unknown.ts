import { findNearest } from "./find-nearest.ts";

/** A member that its reader does not know. */
export type UnknownName = {
  readonly name: string;
  /** The nearest known name, if any is near, and the list of all: completes "unknown option X; …". */
  readonly hint: string;
};

/**
 * Throws what `fail` makes of the first member that its reader does not know. An ignored limit, filter or base URL costs money or
 * leaks a key, and no later error would point at the misspelled name. Values are never quoted: any of them may be a key.
 */
export function refuseUnknown(members: object, known: readonly string[], fail: (unknown: UnknownName) => Error): void {
  // With what is inherited: destructuring reads that too.
  for (const name in members) {
    if (known.includes(name)) continue;
    const near = findNearest(name, known);
    const list = known.join(", ");
    throw fail({ name, hint: near === null ? `known: ${list}` : `did you mean ${near}? Known: ${list}` });
  }
}

/** The same as a TypeError, for functions without an error of their own. */
export function refuseUnknownOption(reader: string, options: object, known: readonly string[]): void {
  refuseUnknown(options, known, ({ name, hint }) => new TypeError(`${reader}: unknown option ${name}; ${hint}`));
}

/** Throws a TypeError where an option has a value that its reader does not know: what it would mean is anybody's guess. */
export function refuseUnknownValue(reader: string, option: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || (typeof value === "string" && known.includes(value))) return;
  const near = typeof value === "string" ? findNearest(value, known) : null;
  const hint = near === null ? "" : `did you mean ${near}? `;
  throw new TypeError(`${reader}: unknown value of ${option}; ${hint}Known: ${known.join(", ")}`);
}
