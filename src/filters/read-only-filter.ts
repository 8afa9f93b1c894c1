import { refuseUnknownOption } from "../options/refuse-unknown.ts";
import type { Disk } from "./paths/disk.ts";
import { nodeDisk } from "./paths/node-disk.ts";
import type { BashGrammar } from "./shell/load-grammar.ts";
import { loadGrammar } from "./shell/load-grammar.ts";
import type { CommandPromise } from "./shell/promises/command-promise.ts";
import type { ToolFilter } from "./tool-filter.ts";
import { decideCall, deny, type CallRules } from "./tools/decide-call.ts";
import { refuseUnknownPromise, type ShellPromise } from "./tools/judge-bash.ts";
import { defaultNames } from "./tools/vocabularies.ts";
import { listNames, type Vocabulary } from "./tools/vocabulary.ts";

export type ReadOnlyOptions = {
  readonly vocabulary?: Vocabulary;
  /** Folders to which FileRead, Glob and Grep are held; anywhere where it is left out. */
  readonly readRoots?: readonly string[];
  /** What the dispatcher promises of its shell; `plain` where it is left out, in which git may not run. */
  readonly shell?: ShellPromise;
  /** What it promises of how the text of a command is run; `literal` where it is left out. `confined` says that it is `openShell`'s, guarded. */
  readonly promise?: CommandPromise;
  readonly disk?: Disk;
  readonly loadGrammar?: () => Promise<BashGrammar>;
};

/**
 * Lets a fork look and change nothing: reading tools, and shell commands that provably only read.
 *
 * @throws TypeError for an unknown option: a misspelled `readRoots` would let it read anywhere
 */
export function readOnlyFilter(options: ReadOnlyOptions = {}): ToolFilter {
  refuseUnknownOption("readOnlyFilter", options, [
    "vocabulary",
    "readRoots",
    "shell",
    "promise",
    "disk",
    "loadGrammar",
  ]);
  refuseUnknownPromise("readOnlyFilter", options);
  const vocabulary = options.vocabulary ?? defaultNames;
  const allowed =
    `${listNames(vocabulary, ["FileRead", "Glob", "Grep"])} and read-only commands by ` +
    `${listNames(vocabulary, ["Bash"])} may.`;
  const rules: CallRules = {
    vocabulary,
    disk: options.disk ?? nodeDisk,
    loadGrammar: options.loadGrammar ?? loadGrammar,
    readRoots: options.readRoots ?? null,
    shell: options.shell ?? "plain",
    promise: options.promise ?? "literal",
    isGated: () => false,
    decideWrite: ({ wire }) => deny("tool.not-listed", `${wire} may not run here: nothing may be written. ${allowed}`),
    allowed,
  };
  return { name: "read-only", decide: (call) => decideCall(rules, call) };
}
