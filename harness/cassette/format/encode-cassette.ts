import type { CassetteDocument, CassetteEntry } from "./cassette-document.ts";

const title = "# Recorded exchanges, body files next to this one: raw bytes, whose sha256 is checked on every read.";

/**
 * The text of `cassette.yaml`: block YAML, one member a line, each value as JSON, which is YAML too. So a person reads it
 * with `cat`, and `readOwnLines` reads it a hundred times faster than a YAML parser would.
 */
export function encodeCassette({ exchanges, ...head }: CassetteDocument): string {
  const lines = [title, ...memberLines(head, ""), "exchanges:", ...exchanges.flatMap(entryLines)];
  return `${lines.join("\n")}\n`;
}

/** The text of one more exchange at the end of a cassette. */
export function encodeEntry(entry: CassetteEntry): string {
  return `${entryLines(entry).join("\n")}\n`;
}

function entryLines(entry: CassetteEntry): readonly string[] {
  const members = { ...entry, response: entry.response && said(entry.response) };
  return memberLines(members, "    ").map((line, at) => (at === 0 ? line.replace("    ", "  - ") : line));
}

function memberLines(object: object, indent: string): readonly string[] {
  return Object.entries(said(object)).map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)}`);
}

/** Null means unknown, and is left out here. */
function said(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
