import type { Refusal } from "../shell-rule.ts";

/** Behind these a command follows. */
export const openingKeywords: readonly string[] = ["if", "then", "elif", "else", "do", "{", "!", "time"];

/** Those of them that go on with a block. */
export const middleKeywords: readonly string[] = ["then", "elif", "else", "do"];

/** Behind these stand redirections or an operator. */
export const closingKeywords: readonly string[] = ["fi", "done", "}"];

/** Keywords whose construct is not read, each with its reason. */
export const unreadKeywords: Readonly<Record<string, Refusal>> = {
  until: { rule: "shell.construct", reason: "until loops are not read: use for x in ..." },
  select: { rule: "shell.interactive", reason: "select asks at a terminal: use for x in ..." },
  case: { rule: "shell.construct", reason: "case is not read: use if with [[ ... ]]" },
  function: {
    rule: "shell.construct",
    reason: "functions may not be defined: they replace the commands that are judged",
  },
  coproc: { rule: "shell.construct", reason: "coprocesses are not read: use a pipe" },
};

/** The keyword that stands at `at` as a word of its own, or null. */
export function keywordAt(source: string, at: number): string | null {
  keyword.lastIndex = at;
  return keyword.exec(source)?.[0] ?? null;
}

const keyword =
  /(?:if|then|time|elif|else|fi|for|do|done|while|until|case|select|function|coproc|\{|\}|!|\[\[)(?=[\s;&|()<>]|$)/y;
