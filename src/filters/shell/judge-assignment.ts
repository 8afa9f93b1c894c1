import { mayBeDevice } from "./devices.ts";
import type { Assignment } from "./reader/clause.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";

const plain = /^[\w.@:/+-]*$/;
const localeName = /^[\w.@-]*$/;
const noPager = /^(?:cat)?$/;
const zeroOrOne = /^[01]?$/;

/** Variables that may be set, and to what. No name that a shell, a loader or an allowed utility takes a program or a file from. */
const allowed: readonly { readonly names: string; readonly match?: RegExp }[] = [
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
  // Names that no program reads, as people and models use them.
  { names: "FOO BAR BAZ DIR FILE NAME PATTERN QUERY TERM_TO_FIND COUNT TOTAL RESULT OUT N X Y" },
  {
    names:
      "a b c d e f g h i j k l m n o p q r s t u v w x y z foo bar baz dir dirs file files fname name names line lines word words " +
      "pattern query count total result results out tmp num idx item items key val value base root src ext topic entry note today day " +
      "month year ts id ids p1 p2",
  },
];

const byName = new Map(
  allowed.flatMap(({ names, match }) =>
    names.split(" ").map((name): readonly [string, RegExp | null] => [name, match ?? null]),
  ),
);

/** Judges an assignment before `command`; "" where it stands alone. */
export function judgeAssignment({ name, value }: Assignment, command: string): Refusal | null {
  if (mayBeDevice(value)) return refuseDevice(value);
  // For the one read, and gone behind it.
  if (name === "IFS" && command === "read" && value.text !== null) return null;
  const match = byName.get(name);
  if (match === undefined) return refuseName(name);
  if (match === null || (value.text !== null && match.test(value.text))) return null;
  return { rule: "shell.assignment", reason: `${name}=${value.raw} is not a value known to be harmless` };
}

/** Judges the name of a variable that takes any value: of a loop, or of read. */
export function judgeVariable(name: string | null): Refusal | null {
  return name !== null && byName.get(name) === null ? null : refuseName(name ?? "this variable");
}

/** A value that a command is handed later names no device either. */
export function refuseDevice({ raw }: Word): Refusal {
  return { rule: "shell.never-ends", reason: `${raw} is a device, which may never end` };
}

function refuseName(name: string): Refusal {
  return {
    rule: "shell.assignment",
    reason: `${name} may not be set: programs may take commands or files from it. Use a short lower-case name such as f or x`,
  };
}
