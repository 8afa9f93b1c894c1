import type { Disk } from "../paths/disk.ts";
import { judgeFault } from "../paths/resolve-target.ts";
import type { BashGrammar } from "../shell/load-grammar.ts";
import type { CommandPromise } from "../shell/promises/command-promise.ts";
import type { Decision, ToolCall } from "../tool-filter.ts";
import { judgeArguments } from "./judge-arguments.ts";
import { judgeBash, type ShellPromise } from "./judge-bash.ts";
import { findSpecial, checkReadTool } from "./check-read-tool.ts";
import { findEnvelope } from "./nested-arguments.ts";
import { findTool, type Vocabulary, type WireTool } from "./vocabulary.ts";

/** What a filter that knows the canonical tools goes by. */
export type CallRules = {
  readonly vocabulary: Vocabulary;
  readonly disk: Disk;
  readonly loadGrammar: () => Promise<BashGrammar>;
  /** Folders that reading tools are held to; null for anywhere. */
  readonly readRoots: readonly string[] | null;
  readonly shell: ShellPromise;
  readonly promise: CommandPromise;
  /** Whether a runtime is registered whose inner calls the same filter gates. */
  readonly isGated: () => boolean;
  /** What is said of FileEdit and FileWrite. */
  readonly decideWrite: (tool: WireTool, input: ToolCall["input"]) => Decision | Promise<Decision>;
  /** A sentence on what may run, for tools that are not known. */
  readonly allowed: string;
};

/** Decides a call by its tool: flat arguments only, reading tools and read-only shell commands run, writes are asked for, all else is denied. */
export async function decideCall(rules: CallRules, call: ToolCall): Promise<Decision> {
  const envelope = findEnvelope(call.input);
  if (envelope !== null) {
    return deny(
      "tool.nested-arguments",
      `The arguments are wrapped in "${envelope}": give them flat, at the top level.`,
    );
  }
  const tool = findTool(rules.vocabulary, call.tool);
  if (tool === null) return deny("tool.not-listed", `${call.tool} may not run here. ${rules.allowed}`);
  const odd = isLookedAt(rules, tool) ? judgeArguments(tool, call.input) : null;
  if (odd !== null) return deny(odd.rule, `${odd.reason}.`);
  switch (tool.tool) {
    case "REPL":
      if (rules.isGated()) return allow("tool.gated-runtime", "What it calls is gated by this filter.");
      return deny("tool.ungated-runtime", "No runtime is registered whose inner calls this filter gates.");
    case "FileRead":
    case "Glob":
    case "Grep":
      return decideRead(rules, tool, call.input).catch((fault: unknown) => {
        const { rule, reason } = judgeFault(String(call.input[tool.path ?? ""]), fault);
        return deny(rule, `${reason}.`);
      });
    case "Bash":
      return decideBash(rules, tool, call.input);
    case "FileEdit":
    case "FileWrite":
      return rules.decideWrite(tool, call.input);
  }
}

/** REPL gates what it calls; Glob and Grep may look anywhere, unless reading is bounded. */
function isLookedAt({ readRoots }: CallRules, { tool }: WireTool): boolean {
  if (tool === "Glob" || tool === "Grep") return readRoots !== null;
  return tool !== "REPL";
}

async function decideRead({ readRoots, disk }: CallRules, tool: WireTool, input: ToolCall["input"]): Promise<Decision> {
  const refusal = readRoots === null ? null : await checkReadTool(readRoots, disk, tool, input);
  const special = refusal === null ? await findSpecial(disk, tool, input[tool.path ?? ""]) : null;
  if (special !== null) return deny(special.rule, `${special.reason}.`);
  if (refusal === null) return allow("tool.reads", `${tool.wire} only reads.`);
  return deny(refusal.rule, `Reading is bounded here: ${refusal.reason}.`);
}

async function decideBash(
  { loadGrammar, shell, promise }: CallRules,
  tool: WireTool,
  input: ToolCall["input"],
): Promise<Decision> {
  const judged = await judgeBash(loadGrammar, { shell, promise }, tool, input);
  if (judged.refusal !== null) {
    const { rule, reason } = judged.refusal;
    return {
      ...deny(rule, `Only read-only commands may run here, such as ls, cat, grep and find: ${reason}.`),
      promise,
    };
  }
  const { guarded } = judged;
  if (guarded === null) return { ...allow("shell.read-only", "Every command in it only reads."), promise };
  return {
    ...allow(
      "shell.read-only",
      `Every command in it only reads, ${guarded} in a guarded shell alone (openShell): elsewhere it runs what a repository's config names.`,
    ),
    promise,
  };
}

export function allow(rule: string, reason: string): Decision {
  return { decision: "allow", rule, reason };
}

export function deny(rule: string, reason: string): Decision {
  return { decision: "deny", rule, reason };
}
