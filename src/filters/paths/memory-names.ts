import type { PathRefusal } from "./path-rule.ts";
import { foldName } from "./protected-names.ts";

/** What no shell, archiver or script takes for more than a name: letters, digits, signs such as emoji, and a few marks between them. */
function isPlain(name: string): boolean {
  // Here and not above: reading the classes takes a millisecond, which each start of a process would wait for.
  return /^(?!.* -)[\p{L}\p{N}\p{So}_][\p{L}\p{M}\p{N}\p{So}\p{Emoji_Modifier}\p{Join_C} ,._+-]*$/u.test(name);
}

/** Files that people read. Names that other tools execute or obey cannot be counted up, so no other ending may be written. */
const notes = /\.(?:md|markdown|txt|rst|org|adoc|csv|tsv|jsonl|log)$/;

/** Notes that tools obey all the same: instructions of agents, and lists of packages. */
const obeyed =
  /^(?:claude|claude\.local|agents?|gemini|qwen|crush|warp|copilot-instructions|conventions|skill|.*\.(?:override|instructions|prompt|agent|chatmode))\.(?:md|markdown|txt)$|^(?:cmakelists|requirements.*|constraints.*)\.txt$/;

/**
 * Why a file may not be written by this name, or null. A later command may take a name with a dash for an option, and a name with a dot is hidden.
 * `parts` are the names from the memory folder to the file. `writable` are patterns of paths that are allowed all the same.
 */
export function judgeNames(parts: readonly string[], writable: readonly string[]): PathRefusal | null {
  const path = parts.join("/");
  if (writable.some((pattern) => toMatcher(pattern).test(path))) return null;
  const odd = parts.find((part) => !isPlain(part));
  if (odd !== undefined) {
    const why = odd.startsWith(".")
      ? "it is hidden, and tools may obey it"
      : "a command may take it for more than a name";
    return { rule: "path.name", reason: `${odd} is not a plain name: ${why}` };
  }
  const folded = parts.map(foldName);
  const isNote = notes.test(folded.at(-1) ?? "") && !folded.some((part) => obeyed.test(part) || part === "hooks");
  return isNote
    ? null
    : {
        rule: "path.obeyed",
        reason: `${parts.at(-1) ?? ""} is a name that other tools may execute or obey: end the name of a note with .md or .txt`,
      };
}

/** The existing name that a file system may hold equal to a new one, by case or Unicode form, or null. */
export function findTwin(name: string, existing: readonly string[]): string | null {
  const folded = foldName(name);
  return existing.find((each) => each !== name && foldName(each) === folded) ?? null;
}

/** `*` stands for any run of characters but a slash, `**` for any at all. */
function toMatcher(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === "**") return "[^]*";
    return part === "*" ? "[^/]*" : part.replace(/[\\^$.|?+()[\]{}/]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "u");
}
