import type { Disk } from "./paths/disk.ts";
import { findMemoryFolder, type MemoryFolder } from "./paths/memory-folder.ts";
import { openMemoryFile, type MemoryFile } from "./paths/open-memory-file.ts";
import type { PathRefusal } from "./paths/path-rule.ts";
import { protectedNames } from "./paths/protected-names.ts";
import { resolveTarget } from "./paths/resolve-target.ts";
import type { Decision, ToolCall, ToolFilter } from "./tool-filter.ts";
import { allow, decideCall, deny, type CallRules } from "./tools/decide-call.ts";
import { type SharedOptions, sharedRules } from "./tools/shared-options.ts";
import { findTool, listNames, type Vocabulary, type WireTool } from "./tools/vocabulary.ts";

export type AutoMemOptions = SharedOptions & {
  /** The one folder that may be written. Must exist. */
  readonly memoryDir: string;
  /** Names in the memory folder that stay untouched, in addition to the lock file and the files of git. */
  readonly protectedNames?: readonly string[];
  /** Patterns of paths below the memory folder, as `hooks/*`, that may be written though they are not plain names of notes. */
  readonly writable?: readonly string[];
  /** Builds the runtime behind REPL on the filter that must gate its inner calls. Without one, REPL is denied. */
  readonly runtime?: (gate: ToolFilter) => GatedRuntime;
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
  const shared = sharedRules("autoMemFilter", options, ["memoryDir", "protectedNames", "writable", "runtime"]);
  const { disk, vocabulary } = shared;
  const names = [...protectedNames, ...(options.protectedNames ?? [])];
  const folder = await findMemoryFolder(options.memoryDir, disk, names, options.writable ?? []);
  const rules: CallRules = {
    ...shared,
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
