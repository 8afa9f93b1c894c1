import type { Assignment } from "./clause.ts";
import type { Word } from "./word.ts";

/**
 * The word as `NAME=value` or `NAME+=value`; null for any other. A subscript (`a[i]=x`) is none: Bash would evaluate it, so it stays a
 * command name that nothing knows.
 */
export function asAssignment(word: Word): Assignment | null {
  const name = /^(?<name>[A-Za-z_]\w*)\+?=/.exec(word.raw);
  if (name === null) return null;
  const cut = name[0].length;
  const value: Word = {
    ...word,
    start: word.start + cut,
    raw: word.raw.slice(cut),
    text: word.text === null ? null : word.text.slice(cut),
    lead: word.lead.slice(cut),
    // An assigned value is neither split nor globbed (bash(1), PARAMETERS).
    single: true,
    parts: word.parts.slice(1),
  };
  return { start: word.start, name: name.groups?.["name"] ?? "", appends: name[0].endsWith("+="), value };
}
