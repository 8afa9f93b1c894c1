import type { Refusal } from "../shell-rule.ts";

/** One command as dash, Bash, zsh and busybox all read it: exact words, after assignments to names of locales and the like. */
type LiteralCommand = { readonly words: readonly string[] };

/**
 * Reads a script in the forms that mean the same in every shell: simple commands of plain and quoted words, `|`, `&&`, `||`, `;`, and
 * redirections to /dev/null, between the two outputs, and from a file. Whatever is not one of these forms is refused. Where a command is
 * missing between two operators is left to the other readers, who find it.
 */
export function readLiteral(source: string): readonly LiteralCommand[] | Refusal {
  const commands: LiteralCommand[] = [];
  let words: string[] = [];
  let begun = false;
  let inputs = 0;
  for (let at = 0; at <= source.length;) {
    const { blank, end, redirect, word } = matchAt(source, at)?.groups ?? {};
    const read = blank ?? end ?? redirect ?? word;
    if (read === undefined) return refuse(describe(source, at));
    at += Math.max(read.length, 1);
    if (end !== undefined) {
      if (begun && words.length === 0) return refuse("a redirection or an assignment without a command");
      if (begun) commands.push({ words });
      [words, begun, inputs] = [[], false, 0];
    } else if (blank === undefined) {
      begun = true;
      inputs += redirect?.startsWith("<") === true ? 1 : 0;
      if (inputs > 1) return refuse("two inputs of one command: zsh joins them");
      const odd = word === undefined ? null : judgeWord(word, words.length === 0);
      if (odd !== null) return refuse(odd);
      if (word !== undefined && (words.length > 0 || !assignment.test(word))) words.push(unquote(word));
    }
  }
  return commands;
}

/** Characters that no shell gives a meaning to outside quotes, wherever they stand in a word. */
const plain = String.raw`[\w\p{L}\p{M}\p{N}./,:@%+-]`;
/** A single-quoted text, a double-quoted one without expansions or history, an escaped character, `=` and `~` behind others. */
const piece = String.raw`${plain}|'[^']*'|"(?:[^"\\$\x60!]|\\[\\"$\x60])*"|\\[ -~]`;
const token = new RegExp(
  String.raw`(?<blank>[ \t]+|\\\n)|(?<end>\n|&&|\|\||[|;]|$)` +
    String.raw`|(?<redirect>(?<![^\s|;&])(?:[12]?>[ \t]*/dev/null|2>&1|1?>&2|<[ \t]*(?:${plain})+)(?=[\s|;&]|$))` +
    String.raw`|(?<word>(?:\{\}|=(?=[\s|;&]|$)|!?=(?=[ \t])|[[\]](?=[\s|;&]|$)|!(?=[ \t])|(?:${piece})(?:${piece}|=|~(?=\d|[\s|;&]|$))*)(?=[\s|;&]|$))`,
  "uy",
);

function matchAt(source: string, at: number): RegExpExecArray | null {
  token.lastIndex = at;
  return token.exec(source);
}

/** Words that one of the shells takes for more than a name where a command starts (POSIX, Reserved Words; zshmisc(1)). */
const reserved =
  /^(?:!|\{\}|=|!=|if|then|elif|else|fi|for|foreach|do|done|end|while|until|case|esac|select|function|repeat|coproc|time|in|nocorrect|noglob|builtin|exec|-)$/;

/** Variables of locales and of output, set for one command to a value without a slash. */
const assignment = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|COLUMNS|GIT_PAGER|PAGER)=[\w.@+-]*$/;

function judgeWord(word: string, opens: boolean): string | null {
  if (!opens) return word === "!" || !/^=./.test(word) ? null : `${word}, which zsh replaces`;
  if (assignment.test(word)) return null;
  if (/^'[\w./+-]+'$/.test(word)) return null;
  if (reserved.test(word)) return `${word} as the name of a command`;
  if (/^\w+\+?=/.test(word)) return `the assignment ${word}`;
  return /^(?:\[|:|[\w./+-]+)$/.test(word) ? null : `a name of a command with ${word}`;
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])/g, (_, single, double, escaped) =>
    typeof double === "string" ? double.replace(/\\([^])/g, "$1") : String(single ?? escaped),
  );
}

function describe(source: string, at: number): string {
  const rest = source.slice(at).split("\n")[0] ?? "";
  return rest.length > 40 ? `${rest.slice(0, 40)}…` : rest;
}

function refuse(what: string): Refusal {
  return {
    rule: "shell.promise",
    reason:
      `the promise is literal, and not every shell reads this alike: ${what}. ` +
      "Write plain or quoted words, with | && || ; between commands",
  };
}
