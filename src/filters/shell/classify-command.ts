import type { BashGrammar } from "./grammar/bash-grammar.ts";
import { judgeAssignment, judgeVariable } from "./judge-assignment.ts";
import { judgeRedirects } from "./judge-redirect.ts";
import { judgeUtility } from "./judge-utility.ts";
import { judgeConditional } from "./languages/test-expression.ts";
import { agree } from "./promises/agree.ts";
import type { CommandPromise } from "./promises/command-promise.ts";
import { judgeBashScript } from "./promises/judge-bash-script.ts";
import { judgeLiteral } from "./promises/judge-literal.ts";
import type { Clause } from "./reader/clause.ts";
import { NotUnderstood } from "./reader/not-understood.ts";
import { readScript } from "./reader/read-script.ts";
import type { Refusal } from "./shell-rule.ts";
import { guardedUtility, utilities } from "./utilities/utility-table.ts";

const longest = 16_384;

/**
 * Says why a Bash command line is not provably read-only; null where it is. Never runs anything, never throws on any text.
 *
 * Two readers must agree: the grammar says where commands stand and which constructs there are, our own reader says which words each
 * command gets. Where one of them finds an error or a construct it does not know, or they find different commands, it is refused.
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
  const clauses = readClauses(command);
  if ("rule" in clauses) return { refusal: clauses, guarded: null };
  return { refusal: judgeClauses(grammar, command, clauses, promise), guarded: findGuarded(clauses) };
}

function readClauses(command: string): readonly Clause[] | Refusal {
  const odd = judgeText(command);
  if (odd !== null) return odd;
  const clauses = read(command);
  return "length" in clauses && clauses.length === 0 && /^(?:\s|\\\n)*$/.test(command)
    ? { rule: "shell.empty", reason: "there is no command" }
    : clauses;
}

function judgeClauses(
  grammar: BashGrammar,
  command: string,
  clauses: readonly Clause[],
  promise: CommandPromise,
): Refusal | null {
  for (const clause of clauses) {
    const refusal = judgeClause(clause);
    if (refusal !== null) return refusal;
  }
  return judgePromise(promise, command, clauses) ?? judgeAgreement(grammar, command, clauses);
}

/** Refuses what a promise does not cover; `confined` covers all that is read, since the sandbox holds the rest. */
function judgePromise(promise: CommandPromise, command: string, clauses: readonly Clause[]): Refusal | null {
  if (promise === "confined") return null;
  const refusal = judgeBashScript(clauses, command);
  return promise === "bash" ? refusal : (refusal ?? judgeLiteral(command, clauses));
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
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(command) || !command.isWellFormed()) {
    return { rule: "shell.control-character", reason: "control characters and broken UTF-16 are not read" };
  }
  return null;
}

function read(command: string): readonly Clause[] | Refusal {
  try {
    return readScript(command);
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

function judgeAgreement(grammar: BashGrammar, command: string, clauses: readonly Clause[]): Refusal | null {
  const { whole, unknown, starts, words } = grammar.outline(command);
  if (!whole) return { rule: "shell.syntax", reason: "the grammar finds an error in the command" };
  if (unknown !== null) return { rule: "shell.construct", reason: `a node ${unknown} is not read` };
  return agree(clauses, { starts, words });
}
