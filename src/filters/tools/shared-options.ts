import { refuseUnknownOption, refuseUnknownValue } from "../../options/refuse-unknown.ts";
import type { Disk } from "../paths/disk.ts";
import { nodeDisk } from "../paths/node-disk.ts";
import { type BashGrammar, loadGrammar } from "../shell/load-grammar.ts";
import { type CommandPromise, commandPromises } from "../shell/promises/command-promise.ts";
import type { CallRules } from "./decide-call.ts";
import { type ShellPromise, shellPromises } from "./judge-bash.ts";
import { defaultNames } from "./vocabularies.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What each filter takes that knows the canonical tools. */
export type SharedOptions = {
  /** What the client calls its tools; our own and Claude Code's names where it is left out. */
  readonly vocabulary?: Vocabulary;
  /** Folders to which FileRead, Glob and Grep are held; anywhere where it is left out. Bash may read anywhere. */
  readonly readRoots?: readonly string[];
  /** What the dispatcher promises of its shell; `plain` where it is left out, in which git may not run. */
  readonly shell?: ShellPromise;
  /** What it promises of how the text of a command is run; `literal` where it is left out. `confined` says that it is `openShell`'s, guarded. */
  readonly promise?: CommandPromise;
  readonly disk?: Disk;
  readonly loadGrammar?: () => Promise<BashGrammar>;
};

const names: readonly (keyof SharedOptions)[] = ["vocabulary", "readRoots", "shell", "promise", "disk", "loadGrammar"];

/** @throws TypeError for an unknown option or value: a misspelled `readRoots` would let a fork read anywhere. */
export function sharedRules(
  reader: string,
  options: SharedOptions,
  others: readonly string[],
): Pick<CallRules, "vocabulary" | "readRoots" | "shell" | "promise" | "disk" | "loadGrammar"> {
  refuseUnknownOption(reader, options, [...others, ...names]);
  refuseUnknownValue(reader, "shell", options.shell, shellPromises);
  refuseUnknownValue(reader, "promise", options.promise, commandPromises);
  return {
    vocabulary: options.vocabulary ?? defaultNames,
    readRoots: options.readRoots ?? null,
    shell: options.shell ?? "plain",
    promise: options.promise ?? "literal",
    disk: options.disk ?? nodeDisk,
    loadGrammar: options.loadGrammar ?? loadGrammar,
  };
}
