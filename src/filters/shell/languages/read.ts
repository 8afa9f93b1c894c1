import { judgeVariable } from "../judge-assignment.ts";
import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import type { Danger, OptionTable } from "../utilities/utility.ts";
import { judgeOptions } from "./options.ts";

export const readDangers: readonly Danger[] = [
  { options: ["-p", "-e", "-s", "-i"], does: "interactive", source: "bash(1), read: asks at a terminal" },
  { options: ["-a", "-u", "-t"], does: "changes-state", source: "bash(1), read: arrays, descriptors and time limits" },
];

const table: OptionTable = { flags: "r", valued: "dnN", dangers: readDangers };

/** Judges the builtin `read`: what it sets must be names that no program reads. A subscript would be evaluated (bash(1), Arrays). */
export function judgeReadBuiltin(words: readonly Word[]): Refusal | null {
  const judged = judgeOptions("read", words, table, "leading");
  if (judged.refusal !== null) return judged.refusal;
  for (const { text } of judged.options.operands) {
    const refusal = judgeVariable(text);
    if (refusal !== null) return refusal;
  }
  return null;
}
