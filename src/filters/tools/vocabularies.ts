import { joinVocabularies, type Vocabulary } from "./vocabulary.ts";

/** The names that design and reports use. */
export const canonicalNames: Vocabulary = {
  name: "canonical",
  tools: [
    { tool: "REPL", wire: "REPL" },
    { tool: "FileRead", wire: "FileRead", path: "file_path" },
    { tool: "Glob", wire: "Glob", path: "path", pattern: "pattern" },
    { tool: "Grep", wire: "Grep", path: "path", pattern: "pattern" },
    { tool: "Bash", wire: "Bash", command: "command" },
    { tool: "FileEdit", wire: "FileEdit", path: "file_path" },
    { tool: "FileWrite", wire: "FileWrite", path: "file_path" },
  ],
};

/** Claude Code, by its public tool reference. */
export const claudeCodeNames: Vocabulary = {
  name: "claude-code",
  tools: [
    { tool: "FileRead", wire: "Read", path: "file_path" },
    { tool: "Glob", wire: "Glob", path: "path", pattern: "pattern" },
    { tool: "Grep", wire: "Grep", path: "path", pattern: "pattern" },
    { tool: "Bash", wire: "Bash", command: "command" },
    { tool: "FileEdit", wire: "Edit", path: "file_path" },
    { tool: "FileWrite", wire: "Write", path: "file_path" },
  ],
};

/** Qwen Code, as recorded on all of its wires. */
export const qwenCodeNames: Vocabulary = {
  name: "qwen-code",
  tools: [
    { tool: "FileRead", wire: "read_file", path: "file_path" },
    { tool: "Glob", wire: "glob", path: "path", pattern: "pattern" },
    { tool: "Grep", wire: "grep_search", path: "path", pattern: "pattern" },
    { tool: "Bash", wire: "run_shell_command", command: "command" },
    { tool: "FileEdit", wire: "edit", path: "file_path" },
    { tool: "FileWrite", wire: "write_file", path: "file_path" },
  ],
};

/** pi, as recorded on all of its wires. */
export const piNames: Vocabulary = {
  name: "pi",
  tools: [
    { tool: "FileRead", wire: "read", path: "path" },
    { tool: "Bash", wire: "bash", command: "command" },
    { tool: "FileEdit", wire: "edit", path: "path" },
    { tool: "FileWrite", wire: "write", path: "path" },
  ],
};

export const vocabularies: readonly Vocabulary[] = [canonicalNames, claudeCodeNames, qwenCodeNames, piNames];

/** What a filter goes by where it is told nothing else. */
export const defaultNames: Vocabulary = joinVocabularies("default", [canonicalNames, claudeCodeNames]);
