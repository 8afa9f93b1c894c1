import type { Assignment } from "./reader/clause.ts";
import type { Refusal } from "./shell-rule.ts";

/** Locales in which a byte of ASCII always is a character. */
const locale = /^(?:C|POSIX|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf8))?$/;

/** Variables that may be set, and to what. No name that a shell, a loader or an allowed utility takes a program or a file from. */
const settings: readonly (readonly [names: RegExp, value: RegExp])[] = [
  // locale(7). Bash reads the next line in the new encoding: in Shift JIS or GBK a backslash may be the second byte of a character.
  [/^(?:LANG|LC_[A-Z]+)$/, locale],
  [/^LANGUAGE$/, /^[\w.@-]*$/],
  [/^TZ$/, /^(?!.*\.\.)(?!\/dev)[\w+,./-]*$/],
  [
    /^(?:NO_COLOR|CLICOLOR|CLICOLOR_FORCE|FORCE_COLOR|COLUMNS|LINES|BLOCKSIZE|BLOCK_SIZE|QUOTING_STYLE|TIME_STYLE)$/,
    /^[\w.@:/+-]*$/,
  ],
  [/^(?:PAGER|GIT_PAGER|MANPAGER)$/, /^(?:cat)?$/],
  [/^(?:GIT_OPTIONAL_LOCKS|GIT_TERMINAL_PROMPT)$/, /^[01]?$/],
];

/**
 * Names that are the script's own, in lower case, or in upper case as people and models use them: no program reads them, and nothing exports
 * them. Left out are proxies (curl(1)), histchars (bash(1)), and arrays of zsh tied to PATH and its kin.
 */
export const ownName: RegExp =
  /^(?!\w*_proxy$|(?:histchars|auto_resume|path|cdpath|fpath|mailpath|manpath|module_path|prompt|psvar|fignore|watch|argv|status|term|mail|home|cwd|shell|user)$)(?:[a-z][a-z0-9_]*|[NXYF]|FOO|BAR|BAZ|OUT|COUNT|TOTAL|RESULT|QUERY|PATTERN|NAME|FILE|DIR|TERM_TO_FIND|SINCE|UNTIL|TODAY|YESTERDAY|NOW|LATEST|KEYWORD|LIMIT|(?:MEM|MEMORY|NOTES?|SESSIONS?|TRANSCRIPTS?|TARGET|BASE|SRC|MEMORIES)(?:_(?:DIR|FILE|FILES|PATH|ROOT))?)$/;

/** Judges an assignment before `command`; "" where it stands alone. */
export function judgeAssignment({ name, value }: Assignment, command: string): Refusal | null {
  // For the one read, and gone behind it.
  if (name === "IFS" && command === "read" && value.text !== null) return null;
  const setting = settings.find(([names]) => names.test(name));
  if (setting === undefined) return judgeVariable(name);
  if (value.text !== null && setting[1].test(value.text)) return null;
  return { rule: "shell.assignment", reason: `${name}=${value.raw} is not a value known to be harmless` };
}

/** Judges the name of a variable that takes any value, as that of a loop. */
export function judgeVariable(name: string | null): Refusal | null {
  if (name !== null && ownName.test(name)) return null;
  return {
    rule: "shell.assignment",
    reason: `${name ?? "this variable"} may not be set: programs may take commands or files from it. Use a lower-case name such as f or note`,
  };
}
