import { judgeCommand } from "../shell/classify-command.ts";
import type { BashGrammar } from "../shell/load-grammar.ts";
import type { CommandPromise } from "../shell/promises/command-promise.ts";
import type { Refusal } from "../shell/shell-rule.ts";
import type { WireTool } from "./vocabulary.ts";

/** What the dispatcher promises of the shell that it runs allowed commands in: `guarded` that it is `openShell`, or as good as that. */
export const shellPromises = ["guarded", "plain"] as const;

export type ShellPromise = (typeof shellPromises)[number];

/** Why a command is refused, or what is to be known of one that is not. */
export type BashJudgement = { readonly refusal: Refusal } | { readonly refusal: null; readonly guarded: string | null };

/** Judges the command of a shell tool; one that is missing counts as empty. The grammar is loaded on the first call. */
export async function judgeBash(
  loadGrammar: () => Promise<BashGrammar>,
  { shell, promise }: { readonly shell: ShellPromise; readonly promise: CommandPromise },
  tool: WireTool,
  input: Readonly<Record<string, unknown>>,
): Promise<BashJudgement> {
  const text = commandText(tool, input);
  if (text === null) return { refusal: refuseCommand(tool, input) };
  const { refusal, guarded } = judgeCommand(await loadGrammar(), text, promise);
  if (refusal !== null) return { refusal };
  if (guarded === null || shell === "guarded" || promise === "confined") return { refusal, guarded };
  return { refusal: { rule: "shell.needs-guard", reason: needsGuard(guarded) } };
}

/**
 * The text of a shell call's command, which is what was judged: a dispatcher that runs this text runs what the filter allowed. Null where there
 * is none. Words instead of a text are read for tools that declare them alone: what a shell that takes a text makes of a list is anybody's
 * guess (Node joins it with commas). They are those of Bash with a script, or of one utility, which no shell reads again.
 */
export function commandText(tool: WireTool, input: Readonly<Record<string, unknown>>): string | null {
  const command = input[tool.command ?? "command"];
  if (typeof command === "string") return command;
  if (tool.takesWords !== true || !isWords(command)) return null;
  const [program = "", flag = "", script, ...rest] = command;
  const isScript = /^(?:(?:\/usr)?\/bin\/)?bash$/.test(program) && /^-l?c$/.test(flag);
  if (isScript && script !== undefined && rest.length === 0) return script;
  return command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
}

function refuseCommand(tool: WireTool, input: Readonly<Record<string, unknown>>): Refusal {
  const name = tool.command ?? "command";
  return Array.isArray(input[name]) && tool.takesWords !== true
    ? { rule: "shell.words", reason: `${tool.wire} takes ${name} as one text, not as a list of words` }
    : { rule: "shell.empty", reason: "there is no command: give one as text" };
}

function isWords(command: unknown): command is readonly string[] {
  return Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === "string");
}

function needsGuard(name: string): string {
  return (
    `${name} runs programs that a repository's config names (fsmonitor, filters, text conversions), and this fork's shell is not known ` +
    "to keep it from that: its dispatcher must run commands through openShell and say so"
  );
}
