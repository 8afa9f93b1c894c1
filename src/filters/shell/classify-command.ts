import { mayBeDevice } from "./devices.ts";
import type { BashGrammar } from "./grammar/bash-grammar.ts";
import { judgeArithmetic } from "./judge-arithmetic.ts";
import { judgeAssignment, judgeVariable, refuseDevice } from "./judge-assignment.ts";
import { judgeRedirects } from "./judge-redirect.ts";
import { judgeUtility } from "./judge-utility.ts";
import { judgeConditional } from "./languages/conditional.ts";
import { agree } from "./promises/agree.ts";
import type { CommandPromise } from "./promises/command-promise.ts";
import { judgePromise } from "./promises/judge-promise.ts";
import type { Clause, Loop, SimpleCommand } from "./reader/clause.ts";
import { NotUnderstood } from "./reader/not-understood.ts";
import { readScript } from "./reader/read-script.ts";
import type { Refusal } from "./shell-rule.ts";
import { collectVariables, type Script } from "./variables.ts";
import { utilities } from "./utilities/utility-table.ts";

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
  const script = { clauses, variables: collectVariables(clauses) };
  for (const clause of clauses) {
    const refusal = judgeArithmetic(clause, script) ?? judgeClause(clause, script);
    if (refusal !== null) return refusal;
  }
  return judgePromise(promise, command, clauses, script.variables) ?? judgeAgreement(grammar, command, clauses);
}

/** Behind a wrapper such as `timeout` it may stand anywhere. */
function findGuarded(clauses: readonly Clause[]): string | null {
  for (const clause of clauses) {
    if (clause.is !== "command") continue;
    const [first, ...rest] = clause.words.map(({ text }) => utilities.get(text ?? ""));
    const called = first?.takes.by === "wrapping" ? [first, ...rest] : [first];
    const guarded = called.find((utility) => utility?.needs === "guard");
    if (guarded !== undefined) return guarded.names[0] ?? null;
  }
  return null;
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

function judgeClause(clause: Clause, script: Script): Refusal | null {
  switch (clause.is) {
    case "command":
      return judgeSimple(clause, script);
    case "conditional":
      return judgeConditional(clause);
    case "loop":
      return judgeLoop(clause);
    case "redirects":
      return judgeRedirects(clause.redirects, script);
  }
}

function judgeLoop({ variable, words }: Loop): Refusal | null {
  const device = words.find((word) => mayBeDevice(word));
  return judgeVariable(variable.text) ?? (device === undefined ? null : refuseDevice(device));
}

function judgeSimple({ assignments, words, redirects, piped }: SimpleCommand, script: Script): Refusal | null {
  for (const assignment of assignments) {
    const refusal = judgeAssignment(assignment, words[0]?.text ?? "");
    if (refusal !== null) return refusal;
  }
  const fed = piped || redirects.some(({ operator, descriptor }) => operator === "<" && (descriptor ?? 0) === 0);
  return judgeRedirects(redirects, script) ?? judgeUtility(words, { ...script, fed });
}

function judgeAgreement(grammar: BashGrammar, command: string, clauses: readonly Clause[]): Refusal | null {
  const { whole, unknown, starts, words } = grammar.outline(command);
  if (!whole) return { rule: "shell.syntax", reason: "the grammar finds an error in the command" };
  if (unknown !== null) return { rule: "shell.construct", reason: `a node ${unknown} is not read` };
  return agree(clauses, { starts, words });
}
