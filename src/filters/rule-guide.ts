/** What a denied model should know in addition to the reason: what would have been allowed, and how to try again. */
export type RuleGuide = { readonly allowed: string; readonly retry: string };

/** The guide of a rule: its own, its family's (`shell.`, `path.` …), or the general one. */
export function guideTo(rule: string): RuleGuide {
  return guides.get(rule) ?? guides.get(rule.replace(/\..*$/, "")) ?? general;
}

const general: RuleGuide = {
  allowed: "tools that this fork was told it may use",
  retry: "Use another tool, or go on without this call.",
};

const plainShellAllows =
  "commands that only read, joined by |, &&, || and ;: ls, find, cat, head, tail, grep, rg, wc, sort, uniq, cut, sed -n, jq, stat, du …";
const shellAllows = plainShellAllows.replace("…", "git log, git diff, git show, git status …");

const guides: ReadonlyMap<string, RuleGuide> = new Map([
  [
    "shell",
    { allowed: shellAllows, retry: "Write a plainer command of these utilities, or use FileRead, Glob or Grep." },
  ],
  ["shell.words", { allowed: shellAllows, retry: "Give the command as one text, as it would be typed." }],
  ["shell.empty", { allowed: shellAllows, retry: "Give the command as text in the tool's own argument." }],
  ["shell.writes", { allowed: shellAllows, retry: "Print to standard output, and write with FileWrite or FileEdit." }],
  ["shell.redirect", { allowed: shellAllows, retry: "Drop the redirection, or send it to /dev/null." }],
  ["shell.here-document", { allowed: shellAllows, retry: "Write text with FileWrite; read a file by its name." }],
  [
    "shell.substitution",
    { allowed: shellAllows, retry: "Use plain $(command) and $name, or run the commands one by one." },
  ],
  ["shell.assignment", { allowed: shellAllows, retry: "Leave the assignment out, or use a short lower-case name." }],
  ["shell.unknown-argument", { allowed: shellAllows, retry: "Write the argument out, or put ./ before it." }],
  [
    "shell.interactive",
    { allowed: shellAllows, retry: "Use a command that prints and ends: head, tail -n, sed -n, ps." },
  ],
  [
    "shell.needs-guard",
    { allowed: plainShellAllows, retry: "Read the files themselves, with FileRead, Glob or Grep." },
  ],
  [
    "shell.promise",
    { allowed: shellAllows, retry: "Write the words out, plain or in quotes, and run the commands one by one." },
  ],
  ["shell.network", { allowed: shellAllows, retry: "Work with what is on disk." }],
  [
    "path",
    {
      allowed: "files inside the memory directory, by their absolute path, in folders that exist",
      retry: "Give the absolute path of a plain file inside the memory directory.",
    },
  ],
  ["path.name", { allowed: "notes with plain names", retry: "Choose a name that begins with a letter or a digit." }],
  ["path.obeyed", { allowed: "notes with plain names", retry: "Choose a name that no tool obeys, such as notes.md." }],
  ["path.twin", { allowed: "names that differ in more than case", retry: "Write to the file that exists." }],
  [
    "path.changed-meanwhile",
    {
      allowed: "files inside the memory directory",
      retry: "Make the same call again; the file was replaced in between.",
    },
  ],
  [
    "tool.nested-arguments",
    { allowed: "arguments at the top level of the input", retry: "Make the same call with its arguments unwrapped." },
  ],
  [
    "schema",
    { allowed: "input that fits the schema the tool was declared with", retry: "Correct the input and call again." },
  ],
]);
