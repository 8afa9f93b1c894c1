import { judgeBracket, judgeTest } from "../languages/test-expression.ts";
import { judgeCommandLookup } from "../languages/command-lookup.ts";
import { judgeJq, jqDangers } from "../languages/jq.ts";
import { judgePrintf } from "../languages/printf.ts";
import { judgeReadBuiltin, readDangers } from "../languages/read.ts";
import { judgeTar, tarDangers } from "../languages/tar.ts";
import { judgeSed, sedDangers } from "../languages/sed.ts";
import { either, type Utility } from "./utility.ts";

const evaluates = [
  { options: ["-v", "-R"], does: "runs-programs", source: "bash(1), Arrays: a subscript is evaluated" },
] as const;

/** Utilities whose arguments are a language of their own, and the harmless builtins of the shell. */
export const languages: readonly Utility[] = [
  { names: ["test"], takes: { by: "language", judge: judgeTest, dangers: evaluates } },
  { names: ["["], takes: { by: "language", judge: judgeBracket, dangers: evaluates } },
  {
    names: ["printf"],
    takes: {
      by: "language",
      judge: judgePrintf,
      dangers: [{ options: ["-v"], does: "changes-state", source: "bash(1), printf: -v var" }],
    },
  },
  {
    names: ["command"],
    takes: {
      by: "language",
      judge: judgeCommandLookup,
      dangers: [{ options: ["-p"], does: "runs-programs", source: "bash(1), command: runs the command" }],
    },
  },
  {
    names: ["sed"],
    takes: { by: "language", judge: judgeSed, dangers: sedDangers },
    reads: { from: 1, waitsBelow: 2, unless: /^(-n?e|--expression|--help|--version)/ },
  },
  {
    names: ["read"],
    takes: { by: "language", judge: judgeReadBuiltin, dangers: readDangers },
    reads: { from: 0, waitsBelow: Number.POSITIVE_INFINITY },
  },
  {
    names: ["tar"],
    takes: { by: "language", judge: judgeTar, dangers: tarDangers },
    reads: { from: 1, waitsBelow: 0 },
  },
  {
    names: ["jq"],
    takes: { by: "language", judge: judgeJq, dangers: jqDangers },
    reads: { from: 1, waitsBelow: 2, unless: /^(-[A-Za-z]*n|--(null-input|help|version)|-h|-V)/, still: /\binputs?\b/ },
  },
  {
    names: ["echo", "true", "false", ":", "type", "cd", "pwd", "expr"],
    takes: { by: "anything", why: "bash(1), expr(1): they print, or change the folder of this shell alone" },
  },
  {
    names: ["exit", "return", "break", "continue"],
    takes: either({ dangers: [], operands: { max: 1, match: /^\d{1,3}$/, why: "bash(1): takes a small number" } }),
  },
  {
    names: ["timeout"],
    takes: {
      by: "wrapping",
      operandsBefore: 1,
      table: {
        flags: "v",
        valued: "ks",
        long: "foreground preserve-status kill-after= signal= verbose",
        dangers: [],
      },
    },
  },
  {
    names: ["nice"],
    takes: {
      by: "wrapping",
      operandsBefore: 0,
      table: { valued: "n", long: "adjustment=", dangers: [] },
    },
  },
];
