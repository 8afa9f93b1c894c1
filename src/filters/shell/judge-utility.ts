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
  return judgeArguments(name, rest, utility.takes, fed) ?? judgeInput(name, rest, utility, fed);
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

const devices = /^\/dev\/(?!null$|stdin$)|^\/proc\/kmsg$|^\/proc\/(?:self|thread-self|\d+)\/fd\/|\/trace_pipe$/;

/** Refuses devices that never end, and a utility that would wait for input nobody gives. */
function judgeInput(name: string, words: readonly Word[], { reads }: Utility, fed: boolean): Refusal | null {
  if (reads === undefined) return null;
  const end = words.findIndex(({ text }) => text === "--");
  const operands = words.filter(
    ({ text, lead }, at) => (end !== -1 && at > end && text !== "-") || !(text ?? lead).startsWith("-"),
  );
  const files = operands.slice(Math.min(reads.from, operands.length - 1));
  const device = files.find(({ text }) => text !== null && isDevice(text));
  if (device !== undefined) return refuse("never-ends", `${name} ${device.raw} reads a device, which may never end`);
  if (fed || operands.length >= reads.waitsBelow) return null;
  if (words.some(({ text, single }) => !single || (text !== null && reads.unless?.test(text) === true))) return null;
  return refuse("waits-for-input", `${name} is given no file and no pipe, so it waits for standard input`);
}

/** Whether a path names a device, or another thing that is not read to an end. */
export function isDevice(path: string): boolean {
  return devices.test(normalise(path));
}

/** The path without doubled slashes, `.` and `..`: text alone, so a symlink is not seen. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}
