import { joinVocabularies, type Vocabulary, type WireTool } from "./vocabulary.ts";

const searching = "glob type output_mode head_limit offset multiline -A -B -C -n -i";

/** What the tools of Claude Code take, which the canonical ones take too. */
const shapes = {
  read: { tool: "FileRead", path: "file_path", others: "offset limit pages" },
  glob: { tool: "Glob", path: "path", pattern: "pattern", others: "" },
  grep: { tool: "Grep", path: "path", pattern: "pattern", others: searching },
  bash: { tool: "Bash", command: "command", others: "description timeout run_in_background" },
  edit: { tool: "FileEdit", path: "file_path", others: "old_string new_string replace_all" },
  write: { tool: "FileWrite", path: "file_path", others: "content" },
} as const satisfies Readonly<Record<string, Omit<WireTool, "wire">>>;

/** The names that design and reports use. */
export const canonicalNames: Vocabulary = {
  name: "canonical",
  tools: [
    { tool: "REPL", wire: "REPL" },
    { ...shapes.read, wire: "FileRead" },
    { ...shapes.glob, wire: "Glob" },
    { ...shapes.grep, wire: "Grep" },
    { ...shapes.bash, wire: "Bash" },
    { ...shapes.edit, wire: "FileEdit" },
    { ...shapes.write, wire: "FileWrite" },
  ],
};

/** Claude Code, by its public tool reference. */
export const claudeCodeNames: Vocabulary = {
  name: "claude-code",
  tools: [
    { ...shapes.read, wire: "Read" },
    { ...shapes.glob, wire: "Glob" },
    { ...shapes.grep, wire: "Grep" },
    { ...shapes.bash, wire: "Bash" },
    { ...shapes.edit, wire: "Edit" },
    { ...shapes.write, wire: "Write" },
  ],
};

/** Qwen Code, as recorded on all of its wires: what any of its versions declares. */
export const qwenCodeNames: Vocabulary = {
  name: "qwen-code",
  tools: [
    { ...shapes.read, wire: "read_file" },
    { ...shapes.glob, wire: "glob" },
    { ...shapes.grep, wire: "grep_search", others: "glob limit" },
    { ...shapes.bash, wire: "run_shell_command", others: "description timeout is_background directory" },
    { ...shapes.edit, wire: "edit" },
    { ...shapes.write, wire: "write_file", others: "content record_as_artifact" },
  ],
};

/** Gemini CLI, by the tool declarations in its public sources; older versions search with `search_file_content`. */
const geminiCliNames: Vocabulary = {
  name: "gemini-cli",
  tools: [
    { tool: "FileRead", wire: "read_file", path: "file_path", others: "start_line end_line offset limit" },
    { tool: "Glob", wire: "glob", path: "dir_path", pattern: "pattern", others: "case_sensitive respect_git_ignore" },
    { tool: "Grep", wire: "grep_search", path: "dir_path", pattern: "pattern", others: "include include_pattern" },
    { tool: "Grep", wire: "search_file_content", path: "dir_path", pattern: "pattern", others: "include" },
    {
      tool: "Bash",
      wire: "run_shell_command",
      command: "command",
      others: "description dir_path directory is_background",
    },
    {
      tool: "FileEdit",
      wire: "replace",
      path: "file_path",
      edit: { old: "old_string", fresh: "new_string", all: "allow_multiple" },
      others: "instruction expected_replacements",
    },
    { tool: "FileWrite", wire: "write_file", path: "file_path", others: "content" },
  ],
};

/** opencode, by the tool declarations in its public sources. */
const opencodeNames: Vocabulary = {
  name: "opencode",
  tools: [
    { tool: "FileRead", wire: "read", path: "filePath", others: "offset limit" },
    { tool: "Glob", wire: "glob", path: "path", pattern: "pattern", others: "" },
    { tool: "Grep", wire: "grep", path: "path", pattern: "pattern", others: "include" },
    { tool: "Bash", wire: "bash", command: "command", others: "description timeout workdir" },
    {
      tool: "FileEdit",
      wire: "edit",
      path: "filePath",
      edit: { old: "oldString", fresh: "newString", all: "replaceAll" },
    },
    { tool: "FileWrite", wire: "write", path: "filePath", others: "content" },
  ],
};

/**
 * Codex, by the tool declarations in its public sources, for its models up to gpt-5.5: its shells alone, of which one takes words instead of
 * a text. None of them is in our recordings: on gpt-6.x it declares `exec`, whose input is a script that nothing here reads, so that stays
 * denied, as does `apply_patch`, which names its files inside a patch.
 */
export const codexNames: Vocabulary = {
  name: "codex",
  tools: [
    { tool: "Bash", wire: "exec_command", command: "cmd", others: "workdir yield_time_ms max_output_tokens" },
    { tool: "Bash", wire: "shell", command: "command", takesWords: true, others: "workdir timeout_ms justification" },
    { tool: "Bash", wire: "shell_command", command: "command", others: "workdir timeout_ms justification" },
  ],
};

/** pi, as recorded on all of its wires. */
export const piNames: Vocabulary = {
  name: "pi",
  tools: [
    { tool: "FileRead", wire: "read", path: "path", others: "offset limit" },
    { tool: "Bash", wire: "bash", command: "command", others: "timeout" },
    { tool: "FileEdit", wire: "edit", path: "path", edit: { list: "edits", old: "oldText", fresh: "newText" } },
    { tool: "FileWrite", wire: "write", path: "path", others: "content" },
  ],
};

/** All of them, by whose name a client is chosen. */
export const vocabularies: readonly Vocabulary[] = [
  canonicalNames,
  claudeCodeNames,
  qwenCodeNames,
  geminiCliNames,
  opencodeNames,
  codexNames,
  piNames,
];

/** The default of a filter without other settings. */
export const defaultNames: Vocabulary = joinVocabularies("default", [canonicalNames, claudeCodeNames]);
