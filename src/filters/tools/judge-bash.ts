import { judgeCommand } from "../shell/classify-command.ts";
import type { BashGrammar } from "../shell/grammar/bash-grammar.ts";
import type { Refusal } from "../shell/shell-rule.ts";

/** What the dispatcher promises of the shell that it runs allowed commands in: `guarded` that it is `openShell`, or as good as that. */
export type ShellPromise = "guarded" | "plain";

/** Why a command is refused, or what is to be known of one that is not. */
export type BashJudgement = { readonly refusal: Refusal } | { readonly refusal: null; readonly guarded: string | null };

/** Judges the command of a shell tool; one that is missing or no text counts as empty. The grammar is loaded on the first call. */
export async function judgeBash(
  loadGrammar: () => Promise<BashGrammar>,
  shell: ShellPromise,
  command: unknown,
): Promise<BashJudgement> {
  const text = commandText(command);
  if (text === null) return { refusal: { rule: "shell.empty", reason: "there is no command: give one as text" } };
  const { refusal, guarded } = judgeCommand(await loadGrammar(), text);
  if (refusal !== null) return { refusal };
  if (guarded === null || shell === "guarded") return { refusal, guarded };
  return { refusal: { rule: "shell.needs-guard", reason: needsGuard(guarded) } };
}

/** The text of a shell call's command; null where it is none. Words instead of a text, as codex gives them: those of Bash with a script, or of one utility, which no shell reads again. */
export function commandText(command: unknown): string | null {
  if (typeof command === "string") return command;
  if (!isWords(command)) return null;
  const [program = "", flag = "", script, ...rest] = command;
  if (
    /^(?:\/usr)?(?:\/bin\/)?bash$/.test(program) &&
    /^-l?c$/.test(flag) &&
    script !== undefined &&
    rest.length === 0
  ) {
    return script;
  }
  return command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
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
