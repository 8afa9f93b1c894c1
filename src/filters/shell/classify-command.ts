import type { BashGrammar } from "./load-grammar.ts";
import { doubleByte } from "./double-bytes.ts";
import { judgeAssignment, judgeVariable } from "./judge-assignment.ts";
import { judgeRedirects } from "./judge-redirect.ts";
import { judgeUtility } from "./judge-utility.ts";
import { judgeConditional } from "./languages/test-expression.ts";
import { agree } from "./promises/agree.ts";
import type { CommandPromise } from "./promises/command-promise.ts";
import { judgeBashScript } from "./promises/judge-bash-script.ts";
import { judgeEvaluated } from "./promises/judge-evaluated.ts";
import { readForms } from "./promises/read-forms.ts";
import type { Clause } from "./reader/clause.ts";
import { NotUnderstood } from "./reader/not-understood.ts";
import { readScript } from "./reader/read-script.ts";
import type { Refusal } from "./shell-rule.ts";
import { guardedUtility, utilities } from "./utilities/utility-table.ts";

const longest = 16_384;

/**
 * Says why a Bash command line is not provably read-only; null where it is. Never runs anything, never throws on any text.
 *
 * Two readers must agree wherever no sandbox holds what one of them gets wrong: the tree of a grammar, and our own reader of the forms that
 * the promise allows. Where they find different commands or different words, the command is refused.
 */
export function classifyCommand(
  grammar: BashGrammar,
  command: string,
  promise: CommandPromise = "confined",
): Refusal | null {
  return judgeCommand(grammar, command, promise).refusal;
}

/** `guarded` names what only reads if the shell puts our own program before it (`openShell`); null where there is none. */
export type Judged = { readonly refusal: Refusal | null; readonly guarded: string | null };

/** As `classifyCommand`, and whether the word holds in any shell. */
export function judgeCommand(grammar: BashGrammar, command: string, promise: CommandPromise): Judged {
  const clauses = judgeText(command) ?? read(grammar, command);
  if ("rule" in clauses) return { refusal: clauses, guarded: null };
  const odd = clauses.map((clause) => judgeClause(clause)).find((refusal) => refusal !== null);
  return { refusal: odd ?? judgePromise(promise, command, clauses), guarded: findGuarded(clauses) };
}

/** Refuses what a promise does not cover; `confined` covers all that is read, since the sandbox holds the rest. */
function judgePromise(promise: CommandPromise, command: string, clauses: readonly Clause[]): Refusal | null {
  if (promise === "confined") return null;
  const swallowed = doubleByte.exec(command)?.[0];
  if (swallowed !== undefined)
    return {
      rule: "shell.promise",
      reason: `${swallowed} may be one character in the locale of the shell: put a blank or a quote between them`,
    };
  const odd = judgeBashScript(clauses, command) ?? (promise === "literal" ? judgeEvaluated(clauses) : null);
  if (odd !== null) return odd;
  const outline = readForms(promise, command);
  return "rule" in outline ? outline : agree(clauses, outline);
}

/** Behind a wrapper such as `timeout` it may stand anywhere. */
function findGuarded(clauses: readonly Clause[]): string | null {
  const isCalled = clauses.some((clause) => {
    if (clause.is !== "command") return false;
    const [first, ...rest] = clause.words.map(({ text }) => text ?? "");
    const called = utilities.get(first ?? "")?.by === "wrapping" ? rest : [first];
    return called.includes(guardedUtility);
  });
  return isCalled ? guardedUtility : null;
}

function judgeText(command: string): Refusal | null {
  if (command.length > longest) {
    return { rule: "shell.too-long", reason: `the command has ${command.length} characters, ${longest} at most` };
  }
  if (/^(?:\s|\\\n)*$/.test(command)) return { rule: "shell.empty", reason: "there is no command" };
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(command) || !command.isWellFormed()) {
    return { rule: "shell.control-character", reason: "control characters and broken UTF-16 are not read" };
  }
  return null;
}

function read({ parse }: BashGrammar, command: string): readonly Clause[] | Refusal {
  try {
    return readScript(parse(command), command);
  } catch (fault) {
    if (fault instanceof NotUnderstood) return { rule: fault.rule, reason: fault.message };
    throw fault;
  }
}

function judgeClause(clause: Clause): Refusal | null {
  switch (clause.is) {
    case "command": {
      const { assignments, words, redirects } = clause;
      const odd = assignments.map((each) => judgeAssignment(each, words[0]?.text ?? "")).find((each) => each !== null);
      return odd ?? judgeRedirects(redirects) ?? judgeUtility(words);
    }
    case "conditional":
      return judgeConditional(clause);
    case "loop":
      return judgeVariable(clause.variable.text);
    case "redirects":
      return judgeRedirects(clause.redirects);
  }
}
