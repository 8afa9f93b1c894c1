import { holdsDevices, mayBeDevice } from "./devices.ts";
import { judgeOptions } from "./languages/options.ts";
import { describeHarm, refuse, refuseDanger } from "./languages/refuse-option.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";
import type { Arguments, OptionTable, SubcommandTable, Utility } from "./utilities/utility.ts";
import { utilities } from "./utilities/utility-table.ts";

/** Folders whose programs are the system's own. */
const systemPath = /^\/(?:usr\/)?s?bin\/(?=[^/]+$)/;

/** Judges a simple command by its name and arguments. `fed` says whether standard input is a pipe or a file. */
export function judgeUtility(words: readonly Word[], fed: boolean): Refusal | null {
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
  return (
    judgeArguments(name, rest, utility.takes, fed) ??
    judgeDevices(name, rest, utility, fed) ??
    judgeWidths(name, rest) ??
    judgeInput(name, rest, utility, fed)
  );
}

function judgeArguments(name: string, words: readonly Word[], takes: Arguments, fed: boolean): Refusal | null {
  switch (takes.by) {
    case "anything":
      return null;
    case "nothing":
      return refuse(takes.does, `${name} ${describeHarm(takes.does)}: ${takes.instead}`);
    case "language":
      return takes.judge(words);
    case "options":
      return judgeOptions(name, words, takes.table).refusal;
    case "subcommands":
      return judgeSubcommand(name, words, takes.table, fed);
    case "wrapping":
      return judgeWrapped(name, words, takes.table, takes.operandsBefore, fed);
  }
}

function judgeSubcommand(name: string, words: readonly Word[], table: SubcommandTable, fed: boolean): Refusal | null {
  const judged = judgeOptions(name, words, { ...table.before, operands: { optionsFirst: true, why: "" } });
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
  return judgeArguments(`${name} ${subcommand.raw}`, rest, takes, fed);
}

function judgeWrapped(
  name: string,
  words: readonly Word[],
  table: OptionTable,
  before: number,
  fed: boolean,
): Refusal | null {
  const judged = judgeOptions(name, words, table);
  if (judged.refusal !== null) return judged.refusal;
  const { operands } = judged.options;
  const shifting = operands.slice(0, before).find(({ single }) => !single);
  if (shifting !== undefined) return refuseDanger(name, shifting.raw, table.dangers);
  const inner = operands.slice(before);
  if (inner.length === 0) return { rule: "shell.operand", reason: `${name} is given no command` };
  return judgeUtility(inner, fed);
}

/** Utilities that look at names and metadata, or open no device on their own (file(1) does with -s, and reads its start alone). */
const lookAtNames: ReadonlySet<string> = new Set(
  "ls dir vdir stat file df du lsblk lsof realpath readlink basename dirname namei pathchk test [ tree which".split(
    " ",
  ),
);

/** Refuses what is not read to an end: a device that is named or may be matched, a search below a folder of such. */
function judgeDevices(name: string, words: readonly Word[], { reads }: Utility, fed: boolean): Refusal | null {
  if (lookAtNames.has(name) && !words.some(({ text, lead }) => /^(?:-\w*f$|--[\w-]*from)/.test(text ?? lead)))
    return null;
  const first = words.findIndex(({ text, lead }) => !(text ?? lead).startsWith("-"));
  // Its program or pattern may say whatever it likes.
  const pattern =
    reads?.from === 1 && !words.some(({ text }) => /^(?:-\w*[ef]|--(?:regexp|file|expression))/.test(text ?? ""))
      ? first
      : -1;
  for (const [at, word] of words.entries()) {
    if (at === pattern || (fed && word.text === "/dev/stdin")) continue;
    if (mayBeDevice(word)) return refuse("never-ends", `${name} ${word.raw} reads a device, which may never end`);
    if (at === pattern || word.text === null || !searches(name, words)) continue;
    if (/^(?:-\w*D|--dev)/.test(word.text))
      return refuse("never-ends", `${name} ${word.raw} waits for pipes and devices`);
    if (holdsDevices(word.text)) {
      return refuse("never-ends", `${name} ${word.raw} searches what never ends (/proc/kmsg): name a folder below`);
    }
  }
  return null;
}

function searches(name: string, words: readonly Word[]): boolean {
  if (name === "rg" || name === "ag") return true;
  return (
    /^[ef]?grep$/.test(name) && words.some(({ text }) => /^(?:-[A-Za-z]*[rR]|--(?:dereference-)?rec)/.test(text ?? ""))
  );
}

/** Refuses a width, in a format or behind an option, that fills memory or the disk of whoever keeps the output. */
function judgeWidths(name: string, words: readonly Word[]): Refusal | null {
  const pads = name === "nl" || name === "expand" || name === "pr" || name === "od" || name === "fold";
  const wide = words.find(({ raw }) => /%[^%A-Za-z]*\d{5}/.test(raw) || (pads && /^(?:-.*?)?\d{6,}$/.test(raw)));
  if (wide === undefined) return null;
  return refuse("never-ends", `${name} ${wide.raw} pads to a width that does not end soon: at most 9999`);
}

/** Refuses a utility that would wait for input nobody gives. */
function judgeInput(name: string, words: readonly Word[], { reads }: Utility, fed: boolean): Refusal | null {
  if (reads === undefined) return null;
  const end = words.findIndex(({ text }) => text === "--");
  const operands = words.filter(
    ({ text, lead }, at) => (end !== -1 && at > end && text !== "-") || !(text ?? lead).startsWith("-"),
  );
  if (fed || operands.length >= reads.waitsBelow) return null;
  const excused = words.some(({ text, single }) => !single || (text !== null && reads.unless?.test(text) === true));
  if (excused && !words.some(({ text }) => text !== null && reads.still?.test(text) === true)) return null;
  return refuse("waits-for-input", `${name} is given no file and no pipe, so it waits for standard input`);
}
