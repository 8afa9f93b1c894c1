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

const shellAllows =
  "commands that only read, joined by |, &&, || and ;: ls, find, cat, head, tail, grep, rg, wc, sort, uniq, cut, sed -n, jq, stat, du …";
const notes = "notes such as topic.md in the memory directory, by their absolute path, in folders that exist";

const rows: readonly (readonly [rule: string, allowed: string, retry: string])[] = [
  ["shell", shellAllows, "Write a plainer command of these utilities, or use FileRead, Glob or Grep."],
  ["shell.words", shellAllows, "Give the command as one text, as it would be typed."],
  ["shell.empty", shellAllows, "Give the command as text in the tool's own argument."],
  ["shell.writes", shellAllows, "Print to standard output, and write with FileWrite or FileEdit."],
  ["shell.redirect", shellAllows, "Drop the redirection, or send it to /dev/null."],
  ["shell.here-document", shellAllows, "Write text with FileWrite; read a file by its name."],
  ["shell.substitution", shellAllows, "Use plain $(command) and $name, or run the commands one by one."],
  ["shell.assignment", shellAllows, "Leave the assignment out, or use a short lower-case name."],
  ["shell.unknown-argument", shellAllows, "Write the argument out, or put ./ before it."],
  ["shell.interactive", shellAllows, "Use a command that prints and ends: head, tail -n, sed -n, ps."],
  ["shell.needs-guard", shellAllows, "Read the files themselves, with FileRead, Glob or Grep."],
  ["shell.promise", shellAllows, "Write the words out, plain or in quotes, and run the commands one by one."],
  ["shell.network", shellAllows, "Work with what is on disk."],
  ["path", notes, "Give the absolute path of a plain file inside the memory directory."],
  ["path.name", notes, "Choose a name of letters, digits and dashes that begins with a letter or a digit."],
  ["path.obeyed", notes, "Choose a name that ends in .md or .txt, and that no tool obeys."],
  ["path.twin", notes, "Write to the file that exists."],
  ["path.changed-meanwhile", notes, "Make the same call again; the file was replaced in between."],
  [
    "tool.nested-arguments",
    "arguments at the top level of the input",
    "Make the same call with its arguments unwrapped.",
  ],
  ["schema", "input that fits the schema the tool was declared with", "Correct the input and call again."],
];

const guides: ReadonlyMap<string, RuleGuide> = new Map(
  rows.map(([rule, allowed, retry]) => [rule, { allowed, retry }]),
);
