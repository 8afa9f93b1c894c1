import { holdsDevices, mayBeDevice } from "./devices.ts";
import { judgeDevices } from "./judge-devices.ts";
import { judgeInput } from "./judge-input.ts";
import { splitExec } from "./languages/find-exec.ts";
import { judgeOptions } from "./languages/options.ts";
import { describeHarm, refuse, refuseDanger, refuseNamed } from "./languages/refuse-option.ts";
import type { CommandContext } from "./command-context.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";
import type { Arguments, OptionTable, SubcommandTable, Utility } from "./utilities/utility.ts";
import { utilities } from "./utilities/utility-table.ts";

/** Folders whose programs are the system's own. */
const systemPath = /^\/(?:usr\/)?s?bin\/(?=[^/]+$)/;

/** Judges a simple command by its name and arguments. */
export function judgeUtility(words: readonly Word[], context: CommandContext): Refusal | null {
  const [first, ...rest] = words;
  if (first === undefined) return null;
  if (first.text === null) {
    return {
      rule: "shell.unknown-command",
      reason: `the command name ${first.raw} is known only when it runs: write it out`,
    };
  }
  const name = first.text.replace(systemPath, "");
  const utility = utilities.get(name);
  if (utility === undefined) {
    return { rule: "shell.unknown-command", reason: `${name} is not among the commands known to only read` };
  }
  if (utility.needs === "guard" && name !== first.text) {
    return refuse(
      "runs-programs",
      `${first.raw} goes past the guarded ${name} that the shell finds by its name: write ${name}`,
    );
  }
  if (name === "find") return judgeFinding(rest, utility, context);
  return judgeKnown(name, rest, utility, context);
}

function judgeKnown(name: string, rest: readonly Word[], utility: Utility, context: CommandContext): Refusal | null {
  return (
    judgeArguments(name, rest, utility.takes, context) ??
    judgeDevices(name, rest, utility, context) ??
    judgeWidths(name, rest) ??
    judgeInput(name, rest, utility, context.fed)
  );
}

/** find(1) with its -exec commands, each judged as what it is: it gets paths below the start, or as `+` many of them. */
function judgeFinding(words: readonly Word[], utility: Utility, context: CommandContext): Refusal | null {
  const { own, commands } = splitExec(words);
  for (const command of commands) {
    const device = own.find((word) => mayBeDevice(word) || (word.text !== null && holdsDevices(word.text)));
    if (device !== undefined)
      return refuse("never-ends", `find ${device.raw} -exec reads what never ends: name a folder below`);
    const called = utilities.get(command[0]?.text ?? "");
    if (called === undefined || called === utility || called.needs === "guard" || called.takes.by === "wrapping") {
      return refuse(
        "runs-programs",
        `find -exec ${command[0]?.raw ?? ""}: only a utility that just reads may be run (find(1))`,
      );
    }
    const refusal = judgeUtility(command, { ...context, fed: false });
    if (refusal !== null) return refusal;
  }
  return judgeKnown("find", own, utility, context);
}

function judgeArguments(
  name: string,
  words: readonly Word[],
  takes: Arguments,
  context: CommandContext,
): Refusal | null {
  switch (takes.by) {
    case "anything":
      return refuseNamed(name, words, takes.dangers ?? []);
    case "nothing":
      if (takes.but !== undefined && words.length === 1 && words[0]?.text === takes.but) return null;
      return refuse(takes.does, `${name} ${describeHarm(takes.does)}: ${takes.instead}`);
    case "language":
      return takes.judge(words);
    case "options":
      return judgeOptions(name, words, takes.table, takes.parser).refusal;
    case "subcommands":
      return judgeSubcommand(name, words, takes.table, context);
    case "wrapping":
      return judgeWrapped(name, words, takes.table, takes.operandsBefore, context);
  }
}

function judgeSubcommand(
  name: string,
  words: readonly Word[],
  table: SubcommandTable,
  context: CommandContext,
): Refusal | null {
  const judged = judgeOptions(name, words, table.before, "leading");
  if (judged.refusal !== null) return judged.refusal;
  const [subcommand, ...rest] = judged.options.operands;
  if (subcommand === undefined) {
    if (table.bare === true || judged.options.seen.has("--version")) return null;
    return {
      rule: "shell.unknown-subcommand",
      reason: `${name} needs one of: ${Object.keys(table.subcommands).join(", ")}`,
    };
  }
  const called = subcommand.text ?? "";
  const takes = Object.hasOwn(table.subcommands, called) ? table.subcommands[called] : undefined;
  if (takes === undefined) {
    const known = Object.keys(table.subcommands).join(", ");
    return {
      rule: "shell.unknown-subcommand",
      reason: `${name} ${subcommand.raw} is not among the subcommands that only read: ${known}`,
    };
  }
  if (table.help !== undefined && rest[0]?.text === "--help") return refuse("interactive", table.help);
  return judgeArguments(`${name} ${subcommand.raw}`, rest, takes, context);
}

function judgeWrapped(
  name: string,
  words: readonly Word[],
  table: OptionTable,
  before: number,
  context: CommandContext,
): Refusal | null {
  const judged = judgeOptions(name, words, table, "leading");
  if (judged.refusal !== null) return judged.refusal;
  const { operands } = judged.options;
  const shifting = operands.slice(0, before).find(({ single }) => !single);
  if (shifting !== undefined) return refuseDanger(name, shifting.raw, table.dangers);
  const inner = operands.slice(before);
  if (inner.length === 0) return { rule: "shell.operand", reason: `${name} is given no command` };
  return judgeUtility(inner, context);
}

/** Refuses a width, in a format or behind an option, that fills memory or the disk of the reader that keeps the output. */
function judgeWidths(name: string, words: readonly Word[]): Refusal | null {
  const pads = name === "nl" || name === "expand" || name === "pr" || name === "od" || name === "fold";
  const wide = words.find(({ raw }) => /%[^%A-Za-z]*\d{5}/.test(raw) || (pads && /^(?:-.*?)?\d{6,}$/.test(raw)));
  if (wide === undefined) return null;
  return refuse("never-ends", `${name} ${wide.raw} pads to a width that does not end soon: at most 9999`);
}
