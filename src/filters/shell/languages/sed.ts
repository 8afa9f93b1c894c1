import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import type { Danger, OptionTable } from "../utilities/utility.ts";
import { judgeOptions } from "./options.ts";
import { refuse, refuseUnknownWord } from "./refuse-option.ts";
import { readSedScript } from "./sed-script.ts";

export const sedDangers: readonly Danger[] = [
  { options: ["-i", "-I", "--in-place"], does: "writes", source: "sed(1): -i edits files in place" },
  { options: ["-f", "--file"], does: "writes", source: "sed(1): a script file is not visible and may hold w or e" },
];

// -l is missing: GNU takes a value for it, BSD none, so the next word would be a script to one of them.
const table: OptionTable = {
  flags: "nErsuz",
  valued: "e",
  long: "quiet silent expression= regexp-extended separate unbuffered null-data sandbox posix debug help version",
  dangers: sedDangers,
};

/** Judges sed(1): its options, and every script it is given, which must be written out. */
export function judgeSed(words: readonly Word[]): Refusal | null {
  const judged = judgeOptions("sed", words, table, "either");
  if (judged.refusal !== null) return judged.refusal;
  const { operands, values } = judged.options;
  const scripts = values.filter(({ option }) => option === "-e" || option === "--expression").map(({ text }) => text);
  const first = operands[0];
  const all = scripts.length > 0 || first === undefined ? scripts : [first.text];
  if (all.includes(null)) {
    const unknown = first ?? words[0];
    if (unknown !== undefined) return refuseUnknownWord("sed", unknown);
  }
  const fault = readSedScript(all.join("\n"));
  if (fault === null) return null;
  if (fault.does === "unread")
    return { rule: "shell.operand", reason: `this sed script is not read, at: ${fault.what}` };
  return refuse(fault.does, `sed ${fault.what} (sed(1))`);
}
