/** The stable names of what the classifier decides by. A decision's `rule` is one of them. */
export type ShellRule =
  | "shell.read-only"
  | "shell.empty"
  | "shell.words"
  | "shell.too-long"
  | "shell.control-character"
  | "shell.syntax"
  | "shell.construct"
  | "shell.readers-disagree"
  | "shell.redirect"
  | "shell.assignment"
  | "shell.substitution"
  | "shell.here-document"
  | "shell.history"
  | "shell.unknown-command"
  | "shell.unknown-subcommand"
  | "shell.unknown-option"
  | "shell.unknown-argument"
  | "shell.operand"
  | "shell.writes"
  | "shell.runs-programs"
  | "shell.network"
  | "shell.changes-state"
  | "shell.interactive"
  | "shell.needs-guard"
  | "shell.promise";

/** Why a command is denied: the rule, and a sentence for the model. */
export type Refusal = { readonly rule: ShellRule; readonly reason: string };
