import { ownName } from "../judge-assignment.ts";
import { judgeCommandLookup } from "../languages/command-lookup.ts";
import { judgePrintf } from "../languages/printf.ts";
import { judgeTar } from "../languages/tar.ts";
import { judgeSed } from "../languages/sed.ts";
import { judgeBracket, judgeTest } from "../languages/test-expression.ts";
import { anything, either, leading, optionTable } from "./rows.ts";
import type { Rows } from "./utility.ts";

/** Builtins of the shell, and utilities whose arguments are a language of their own. */
export const builtins: Rows = {
  "echo true false : type cd pwd expr": anything(),
  "exit return break continue": either(
    "",
    {},
    { operands: { max: 1, match: /^\d{1,3}$/, why: "bash(1): takes a small number" } },
  ),
  // What it sets must be names that no program reads. A subscript would be evaluated (bash(1), Arrays).
  read: leading(
    "-r -dnN:",
    { sets: "-a -u -t", asks: "-p -e -s -i" },
    { operands: { match: ownName, does: "sets", why: "bash(1), read: use a lower-case name such as f or note" } },
  ),
  test: { by: "language", judge: judgeTest },
  "[": { by: "language", judge: judgeBracket },
  printf: { by: "language", judge: judgePrintf },
  command: { by: "language", judge: judgeCommandLookup },
  sed: { by: "language", judge: judgeSed },
  tar: { by: "language", judge: judgeTar },
  timeout: {
    by: "wrapping",
    operandsBefore: 1,
    table: optionTable("-v -ks: foreground preserve-status kill-after= signal= verbose"),
  },
  nice: { by: "wrapping", operandsBefore: 0, table: optionTable("-n: adjustment=") },
};
