import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { classifyCommand } from "../../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../../src/filters/shell/load-grammar.ts";
import { commandPromises, type CommandPromise } from "../../../../../src/filters/shell/promises/command-promise.ts";
import { readProbes, type CommandProbe } from "../../read-probes.ts";

type Hole = CommandProbe & { readonly denied: readonly CommandPromise[] };

const grammar = await loadGrammar();
const holes = readProbes("promises/holes.jsonl") as readonly Hole[];
const classes = readdirSync(new URL("../../../../../fixtures/probes/benign", import.meta.url));
const benign = classes.flatMap((file) => readProbes(`benign/${file}`) as readonly CommandProbe[]);

function deniedBy(command: string): readonly CommandPromise[] {
  return commandPromises.filter((promise) => classifyCommand(grammar, command, promise) !== null);
}

describe("a hole of an earlier filter", () => {
  test.each(holes)("is denied at the promises that do not hold it: $command", ({ command, denied }) => {
    expect(deniedBy(command)).toEqual(denied);
  });
});

test("a promise that gives less allows nothing that one that gives more denies", () => {
  const all = [...benign, ...holes].map(({ command }) => command);
  for (const command of all) {
    const denied = deniedBy(command);
    expect({ command, denied }).toEqual({ command, denied: commandPromises.slice(0, denied.length) });
  }
});

describe("literal", () => {
  test.each([
    "ls -la notes",
    "grep -rn 'a b' . | sort | uniq -c | sort -rn | head -20",
    "cd src && grep -rn \"TODO\" --include='*.ts' . 2>/dev/null || echo none",
    "find . -name '*.md' ! -path './x/*' -exec head -1 {} \\;",
    "find . \\( -name a -o -name b \\) -print",
    "LC_ALL=C sort notes.md",
    "[ -f notes.md ] && wc -l < notes.md",
    'printf \'%s\\n\' "a \\"b\\" c" >&2',
    "sed -n '1,/^## x/p' notes.md",
    "command -v git",
    "cat a \\\n  b",
    "ls\ncat notes.md\n",
    "ls;",
    "'ls' '-la'",
    "ls *.md src/*.ts ~/notes/*.md",
    "if [ -f a.md ]; then cat a.md; elif ! ls b; then pwd; else echo none; fi",
    'for f in a.md notes/*.md; do echo "== $f"; head -3 "$f"; done | sort',
    "{ ls; pwd; } 2>&1 | head; (cd src && ls)",
    'n=$(ls | wc -l); echo "$n files, ${n}, ${n:-0}, $((1 + 2))"',
    'dir=notes; ls "$dir/a.md"; [ -n "$dir" ] && wc -l < "./$dir/a.md"',
    'cat names.txt | while read -r f; do echo "$f"; done',
    "ls missing; [ $? -eq 0 ] || echo none",
    "ls 3>&1 1>&2 2>&3 3>&-",
    "# a comment\nls",
    "\\ls & pwd",
  ])("allows %j", (command) => {
    expect(classifyCommand(grammar, command, "literal")).toBeNull();
  });

  test.each(["ls |", "| ls", "ls && ", "ls ;; ls", "; ls", "> /dev/null", "LC_ALL=C", "ls && ; ls", "&& ls"])(
    "refuses %j, in which a command is missing",
    (command) => {
      expect(classifyCommand(grammar, command, "literal")).not.toBeNull();
    },
  );
});

describe("bash", () => {
  test.each([
    'd=notes; ls "$d"',
    'd=notes\nf="$d/a.md"\nhead -5 "$f"',
    'd=notes && ls "$d"',
    'for f in a.md b.md; do wc -l "$f"; done',
    'for f in notes/*.md; do head -1 "$f"; done',
    "head -1 notes/*.md",
    'if [ -f a.md ]; then cat a.md; else echo "none in $HOME"; fi',
    'echo "$(date +%F)"',
    "printf '%s\\n' \"$(pwd)\"",
    '[ -n "$x" ] && echo set',
    "[[ $x == a* ]] && echo yes",
    "cat ~/notes.md",
    "cat <<'E'\nx $(touch X) `touch X` \"'\nE",
    'grep -c x <<"EOF" | head -1\nx\nEOF\nls',
    "cat <<\\E # a comment\nE \n E\nE\n",
    "cat - f <<'E' && ls <<'F'\nx\nE\ny\nF\npwd",
    "while read -r x; do echo \"$x\"; done <<'E'\na\nE",
  ])("allows %j", (command) => {
    expect(classifyCommand(grammar, command, "bash")).toBeNull();
    expect(classifyCommand(grammar, command, "confined")).toBeNull();
  });

  test.each([
    'cat < "$HOME/notes.md"',
    '[ -f "$x" ] && echo there',
    '[ "$a" "$b" ]',
    "[[ $x -eq 1 ]]",
    '[[ -f "$(cat list)" ]]',
    'printf "$x"',
    'a=$(date); cat "$a"',
    'a=1; b="$a"; b="$b$b"; cat "$b"',
    'f=a; for f in "$x"; do :; done; cat "$f"',
    'a=1; { a="$(cat list)"; cat "$a"; }',
    'a=1; a+="$(cat list)"; cat "$a"',
    'a=x; cat "${a/x/-f}"',
    'cat a "${b:-c}"',
    "cat $1",
    'cat "$@"',
    'cat "$_"',
    "head -$n notes.md",
  ])("refuses %j, whose words the text does not tell", (command) => {
    expect(classifyCommand(grammar, command, "bash")).not.toBeNull();
  });
});

/** What the text alone does not tell is for `confined`; of all else a promise denies few. */
const clear = classes.filter((file) => file !== "unknown-text.jsonl");

test.each<[CommandPromise, number]>([
  ["literal", 0.05],
  ["bash", 0.01],
  ["confined", 0.01],
])("%s denies few harmless commands whose text tells what they do", (promise, most) => {
  const probes = clear.flatMap((file) => readProbes(`benign/${file}`) as readonly CommandProbe[]);
  const denied = probes.filter(({ command }) => classifyCommand(grammar, command, promise) !== null);
  expect(probes.length).toBeGreaterThan(550);
  expect(denied.length / probes.length).toBeLessThanOrEqual(most);
});

test.each<[CommandPromise]>([["literal"], ["bash"]])(
  "%s denies every command in which a path or an option is text that only the run knows",
  (promise) => {
    const probes = readProbes("benign/unknown-text.jsonl") as readonly CommandProbe[];
    expect(probes.filter(({ command }) => classifyCommand(grammar, command, promise) === null)).toEqual([]);
  },
);
