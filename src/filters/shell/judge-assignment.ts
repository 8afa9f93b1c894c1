import { mayBeDevice } from "./devices.ts";
import type { Assignment } from "./reader/clause.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";

const plain = /^[\w.@:/+-]*$/;
const localeName = /^[\w.@-]*$/;
const noPager = /^(?:cat)?$/;
const zeroOrOne = /^[01]?$/;

/** Variables that may be set, and to what. No name that a shell, a loader or an allowed utility takes a program or a file from. */
const allowed: readonly { readonly names: string; readonly match: RegExp }[] = [
  // locale(7). glibc refuses a slash in a locale name; LANGUAGE goes into a path, so none is let through.
  {
    names:
      "LANG LANGUAGE LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME LC_ADDRESS LC_IDENTIFICATION " +
      "LC_MEASUREMENT LC_NAME LC_PAPER LC_TELEPHONE",
    match: localeName,
  },
  { names: "TZ", match: /^(?!.*\.\.)(?!\/dev)[\w+,./-]*$/ },
  {
    names: "NO_COLOR CLICOLOR CLICOLOR_FORCE FORCE_COLOR COLUMNS LINES BLOCKSIZE BLOCK_SIZE QUOTING_STYLE TIME_STYLE",
    match: plain,
  },
  { names: "PAGER GIT_PAGER MANPAGER", match: noPager },
  { names: "GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT", match: zeroOrOne },
];

const byName = new Map(
  allowed.flatMap(({ names, match }) => names.split(" ").map((name): readonly [string, RegExp] => [name, match])),
);

/** Lower-case names that a program or a shell reads all the same: proxies (curl(1)), histchars (bash(1)), arrays of zsh tied to PATH and its kin. */
const read =
  /_proxy$|^(?:histchars|auto_resume|path|cdpath|fpath|mailpath|manpath|module_path|prompt|psvar|fignore|watch|argv|status|term|mail|home|cwd|shell|user)$/;

/** Upper-case names that no program reads, as people and models use them. */
const upper =
  /^(?:[NXYF]|FOO|BAR|BAZ|OUT|COUNT|TOTAL|RESULT|QUERY|PATTERN|NAME|FILE|DIR|TERM_TO_FIND|SINCE|UNTIL|TODAY|YESTERDAY|NOW|LATEST|KEYWORD|LIMIT|(?:MEM|MEMORY|NOTES?|SESSIONS?|TRANSCRIPTS?|TARGET|BASE|SRC|MEMORIES)(?:_(?:DIR|FILE|FILES|PATH|ROOT))?)$/;

/** Whether a name is the script's own. A program that came to read it would be told a value, not a command: nothing exports it. */
function isOwn(name: string): boolean {
  return upper.test(name) || (/^[a-z][a-z0-9_]*$/.test(name) && !read.test(name));
}

/** Judges an assignment before `command`; "" where it stands alone. */
export function judgeAssignment({ name, value }: Pick<Assignment, "name" | "value">, command: string): Refusal | null {
  if (mayBeDevice(value)) return refuseDevice(value);
  // For the one read, and gone behind it.
  if (name === "IFS" && command === "read" && value.text !== null) return null;
  if (isOwn(name)) return null;
  const match = byName.get(name);
  if (match === undefined) return refuseName(name);
  if (value.text !== null && match.test(value.text)) return null;
  return { rule: "shell.assignment", reason: `${name}=${value.raw} is not a value known to be harmless` };
}

/** Judges the name of a variable that takes any value: of a loop, or of read. */
export function judgeVariable(name: string | null): Refusal | null {
  return name !== null && isOwn(name) ? null : refuseName(name ?? "this variable");
}

/** A value that a command is handed later names no device either. */
export function refuseDevice({ raw }: Word): Refusal {
  return { rule: "shell.never-ends", reason: `${raw} is a device, which may never end` };
}

function refuseName(name: string): Refusal {
  return {
    rule: "shell.assignment",
    reason: `${name} may not be set: programs may take commands or files from it. Use a lower-case name such as f or note`,
  };
}
