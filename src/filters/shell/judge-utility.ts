import { splitExec } from "./languages/find-exec.ts";
import { judgeOptions } from "./languages/options.ts";
import { describeHarm, refuse, refuseNamed } from "./languages/refuse-option.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";
import type { Arguments, OptionTable, SubcommandTable } from "./utilities/utility.ts";
import { guardedUtility, utilities } from "./utilities/utility-table.ts";

/** Folders whose programs are the system's own. */
const systemPath = /^\/(?:usr\/)?s?bin\/(?=[^/]+$)/;

/** Judges a simple command by its name and arguments. */
export function judgeUtility([first, ...rest]: readonly Word[]): Refusal | null {
  if (first === undefined) return null;
  if (first.text === null) {
    return {
      rule: "shell.unknown-command",
      reason: `the command name ${first.raw} is known only when it runs: write it out`,
    };
  }
  const name = first.text.replace(systemPath, "");
  const takes = utilities.get(name);
  if (takes === undefined)
    return { rule: "shell.unknown-command", reason: `${name} is not among the commands known to only read` };
  if (name === guardedUtility && name !== first.text) {
    return refuse("runs", `${first.raw} goes past the guarded ${name} that the shell finds by its name: write ${name}`);
  }
  return name === "find" ? judgeFinding(rest, takes) : judgeArguments(name, rest, takes);
}

/** find(1) with its -exec commands, each judged as what it is: it gets paths below the start, or as `+` many of them. */
function judgeFinding(words: readonly Word[], takes: Arguments): Refusal | null {
  const { own, commands } = splitExec(words);
  for (const command of commands) {
    const name = command[0]?.text ?? "";
    const called = utilities.get(name);
    if (called === undefined || /^(?:find|git)$/.test(name) || called.by === "wrapping")
      return refuse("runs", `find -exec ${command[0]?.raw ?? ""}: only a utility that just reads may be run (find(1))`);
    const refusal = judgeUtility(command);
    if (refusal !== null) return refusal;
  }
  return judgeArguments("find", own, takes);
}

function judgeArguments(name: string, words: readonly Word[], takes: Arguments): Refusal | null {
  switch (takes.by) {
    case "anything":
      return refuseNamed(name, words, takes.dangers);
    case "nothing":
      if (takes.but !== undefined && words.length === 1 && words[0]?.text === takes.but) return null;
      return refuse(takes.does, `${name} ${describeHarm(takes.does)}: ${takes.instead}`);
    case "language":
      return takes.judge(words);
    case "options":
      return judgeOptions(name, words, takes.table, takes.parser).refusal;
    case "subcommands":
      return judgeSubcommand(name, words, takes.table);
    case "wrapping":
      return judgeWrapped(name, words, takes.table, takes.operandsBefore);
  }
}

function judgeSubcommand(name: string, words: readonly Word[], table: SubcommandTable): Refusal | null {
  const judged = judgeOptions(name, words, table.before, "leading");
  if (judged.refusal !== null) return judged.refusal;
  const [subcommand, ...rest] = judged.options.operands;
  if (subcommand === undefined && (table.bare === true || judged.options.seen.has("--version"))) return null;
  const called = subcommand?.text ?? "";
  const takes = Object.hasOwn(table.subcommands, called) ? table.subcommands[called] : undefined;
  if (takes === undefined) {
    const known = Object.keys(table.subcommands).join(", ");
    return {
      rule: "shell.unknown-subcommand",
      reason: `${name} ${subcommand?.raw ?? ""} is not among the subcommands that only read: ${known}`,
    };
  }
  if (table.help !== undefined && rest[0]?.text === "--help") return refuse("asks", table.help);
  return judgeArguments(`${name} ${called}`, rest, takes);
}

function judgeWrapped(name: string, words: readonly Word[], table: OptionTable, before: number): Refusal | null {
  const judged = judgeOptions(name, words, table, "leading");
  if (judged.refusal !== null) return judged.refusal;
  const { operands } = judged.options;
  // The one of timeout: an older busybox takes it for the command (timeout(1)).
  const odd = operands.slice(0, before).find(({ text }) => !/^[\d.]+[smhd]?$/.test(text ?? ""));
  if (odd !== undefined) return { rule: "shell.operand", reason: `${name} ${odd.raw}: write a number there` };
  const inner = operands.slice(before);
  return inner.length === 0 ? { rule: "shell.operand", reason: `${name} is given no command` } : judgeUtility(inner);
}
