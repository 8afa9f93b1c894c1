import { refuseUnknownOption } from "../options/refuse-unknown.ts";
import type { Disk } from "./paths/disk.ts";
import { findMemoryFolder, type MemoryFolder } from "./paths/memory-folder.ts";
import { nodeDisk } from "./paths/node-disk.ts";
import { openMemoryFile, type MemoryFile } from "./paths/open-memory-file.ts";
import type { PathRefusal } from "./paths/path-rule.ts";
import { protectedNames } from "./paths/protected-names.ts";
import { resolveTarget } from "./paths/resolve-target.ts";
import type { BashGrammar } from "./shell/load-grammar.ts";
import { loadGrammar } from "./shell/load-grammar.ts";
import type { CommandPromise } from "./shell/promises/command-promise.ts";
import type { Decision, ToolCall, ToolFilter } from "./tool-filter.ts";
import { allow, decideCall, deny, type CallRules } from "./tools/decide-call.ts";
import { refuseUnknownPromise, type ShellPromise } from "./tools/judge-bash.ts";
import { defaultNames } from "./tools/vocabularies.ts";
import { findTool, listNames, type Vocabulary, type WireTool } from "./tools/vocabulary.ts";

export type AutoMemOptions = {
  /** The one folder that may be written. Must exist. */
  readonly memoryDir: string;
  /** What the client calls its tools; our own and Claude Code's names where it is left out. */
  readonly vocabulary?: Vocabulary;
  /** Folders to which FileRead, Glob and Grep are held; anywhere where it is left out. Bash may read anywhere. */
  readonly readRoots?: readonly string[];
  /** Names in the memory folder that stay untouched, in addition to the lock file and the files of git. */
  readonly protectedNames?: readonly string[];
  /**
   * Patterns of paths below the memory folder, as `hooks/*`, that may be written though other tools execute or obey such names, or
   * they begin with a dash or a dot.
   */
  readonly writable?: readonly string[];
  /** Builds the runtime behind REPL on the filter that must gate its inner calls. Without one, REPL is denied. */
  readonly runtime?: (gate: ToolFilter) => GatedRuntime;
  /** What the dispatcher promises of its shell; `plain` where it is left out, in which git may not run. */
  readonly shell?: ShellPromise;
  /** What it promises of how the text of a command is run; `literal` where it is left out. `confined` says that it is `openShell`'s, guarded. */
  readonly promise?: CommandPromise;
  readonly disk?: Disk;
  readonly loadGrammar?: () => Promise<BashGrammar>;
};

/** A runtime whose inner tool calls go through `gate`. */
export type GatedRuntime = { readonly gate: ToolFilter };

export type AutoMemFilter = ToolFilter & {
  /** Where it may write, as found when the filter was made. */
  readonly folder: MemoryFolder;
  /** What the client calls its tools. */
  readonly vocabulary: Vocabulary;
  /** Opens the file of a FileEdit or FileWrite call for its dispatcher; see `openMemoryFile` for what that guarantees. */
  readonly openFile: (
    call: ToolCall,
  ) => Promise<{ readonly file: MemoryFile } | { readonly file: null; readonly refusal: PathRefusal }>;
};

/**
 * The filter of a fork that consolidates memory: it may read, run shell commands that provably only read, and write files in one folder.
 *
 * @throws TypeError for an unknown option, MemoryFolderError if the folder cannot serve.
 */
export async function autoMemFilter(options: AutoMemOptions): Promise<AutoMemFilter> {
  refuseUnknownOption("autoMemFilter", options, optionNames);
  refuseUnknownPromise("autoMemFilter", options);
  const disk = options.disk ?? nodeDisk;
  const vocabulary = options.vocabulary ?? defaultNames;
  const names = [...protectedNames, ...(options.protectedNames ?? [])];
  const folder = await findMemoryFolder(options.memoryDir, disk, names, options.writable ?? []);
  const rules: CallRules = {
    vocabulary,
    disk,
    loadGrammar: options.loadGrammar ?? loadGrammar,
    readRoots: options.readRoots ?? null,
    shell: options.shell ?? "plain",
    promise: options.promise ?? "literal",
    isGated: () => runtime?.gate === filter,
    decideWrite: (tool, input) => decideWrite(folder, disk, tool, input),
    allowed:
      `${listNames(vocabulary, ["FileRead", "Glob", "Grep"])} and read-only commands by ${listNames(vocabulary, ["Bash"])} may, and ` +
      `${listNames(vocabulary, ["FileEdit", "FileWrite"])} inside the memory directory ${folder.path}.`,
  };
  const filter: AutoMemFilter = {
    name: "auto-mem",
    folder,
    vocabulary,
    decide: (call) => decideCall(rules, call),
    openFile: (call) => openMemoryFile(folder, disk, call.input[findTool(vocabulary, call.tool)?.path ?? ""]),
  };
  const runtime = options.runtime?.(filter);
  return filter;
}

const optionNames: readonly (keyof AutoMemOptions)[] = [
  "memoryDir",
  "vocabulary",
  "readRoots",
  "protectedNames",
  "writable",
  "runtime",
  "shell",
  "promise",
  "disk",
  "loadGrammar",
];

async function decideWrite(
  folder: MemoryFolder,
  disk: Disk,
  tool: WireTool,
  input: ToolCall["input"],
): Promise<Decision> {
  const resolved = await resolveTarget(folder, disk, input[tool.path ?? "file_path"]);
  const odd = tool.tool === "FileWrite" && "content" in input && typeof input["content"] !== "string";
  if (resolved.target !== null && odd)
    return deny("tool.content", `The content that ${tool.wire} is given must be a text.`);
  if (resolved.target !== null) return allow("path.inside", `${resolved.target.path} lies in the memory directory.`);
  const { rule, reason } = resolved.refusal;
  return deny(rule, `Only notes in the memory directory ${folder.path} may be written: ${reason}.`);
}
