import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { optionTable } from "../utilities/rows.ts";
import { judgeOptions } from "./options.ts";
import { refuse, refuseUnknownWord } from "./refuse-option.ts";
import { readSedScript } from "./sed-script.ts";

// -l is missing: GNU takes a value for it, BSD none, so the next word would be a script to one of them.
const table = optionTable(
  "-nErsuz -e: quiet silent expression= regexp-extended separate unbuffered null-data sandbox posix debug help version",
  { writes: "-i -I --in-place -f --file" },
);

/** Judges sed(1): its options, and every script it is given, which must be written out. */
export function judgeSed(words: readonly Word[]): Refusal | null {
  const judged = judgeOptions("sed", words, table, "either");
  if (judged.refusal !== null) return judged.refusal;
  const { operands, values, seen } = judged.options;
  const scripts = values.filter(({ option }) => option === "-e" || option === "--expression").map(({ text }) => text);
  const first = operands[0];
  // Where a parser does not permute, the first operand is the script although -e stands behind it.
  const isScript = first !== undefined && !seen.has("-e") && !seen.has("--expression");
  const unknown = first ?? words[0];
  if ((scripts.includes(null) || (isScript && first.text === null)) && unknown !== undefined)
    return refuseUnknownWord("sed", unknown);
  const fault = readSedScript(scripts.join("\n")) ?? readSedScript(isScript ? (first.text ?? "") : "");
  if (fault === null) return null;
  if (fault.does === "unread")
    return { rule: "shell.operand", reason: `this sed script is not read, at: ${fault.what}` };
  return refuse(fault.does, `sed ${fault.what} (sed(1))`);
}
