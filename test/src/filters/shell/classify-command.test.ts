import { describe, expect, test } from "vitest";
import { classifyCommand } from "../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";

const real = await loadGrammar();

describe("a command that our reader allows", () => {
  // The grammar is given another text, as if it had misread this one.
  test.each([
    ["is allowed where the grammar reads the same", "ls | wc", undefined],
    ["is denied where the grammar finds an error", "ls | ", "shell.syntax"],
    ["is denied where the grammar finds an unknown construct", "x=( a )", "shell.construct"],
    ["is denied where the grammar finds one command more", "ls;|wc", "shell.syntax"],
    ["is denied where the grammar finds one command less", "ls w wc", "shell.readers-disagree"],
    ["is denied where the grammar finds another command", "ls |  wc", "shell.readers-disagree"],
    ["is denied where the grammar finds one word more", "ls | wc w", "shell.readers-disagree"],
    ["is denied where the grammar finds another text", "ls | ls", "shell.readers-disagree"],
  ])("%s", (_what, misread, rule) => {
    for (const promise of ["literal", "bash"] as const)
      expect(classifyCommand({ parse: () => real.parse(misread) }, "ls | wc", promise)?.rule).toBe(rule);
  });
});

test("the two readers disagree on some command", () => {
  expect(classifyCommand(real, "ls; time -p ls", "bash")).toMatchObject({ rule: "shell.readers-disagree" });
});

test("a command must be harmless in any place", () => {
  const places = [
    (it: string): string => `ls; ${it}`,
    (it: string): string => `${it} | cat`,
    (it: string): string => `(${it})`,
    (it: string): string => `{ ${it}; }`,
    (it: string): string => `! ${it}`,
    (it: string): string => `if ${it}; then ls; fi`,
    (it: string): string => `if ls; then ${it}; fi`,
    (it: string): string => `for f in a; do ${it}; done`,
    (it: string): string => `for f in $(${it}); do ls; done`,
    (it: string): string => `echo "$(${it})"`,
    (it: string): string => `x=$(${it})`,
    (it: string): string => `x=$(${it}) ls`,
    (it: string): string => `[ -n "$(${it})" ]`,
    (it: string): string => `[[ -n $(${it}) ]]`,
    (it: string): string => `cat < "$(${it})"`,
    (it: string): string => `timeout 5 ${it}`,
    (it: string): string => `ls & ${it}`,
  ];
  for (const place of places) {
    expect(classifyCommand(real, place("rm x")), place("rm x")).not.toBeNull();
    if (place("").includes("<")) continue;
    expect(classifyCommand(real, place("pwd")), place("pwd")).toBeNull();
  }
});

// A model tries what the denial advises; advice that is denied again would waste its turn.
test.each([
  ["cat <<< x", "shell.here-document", "pipe printf into it", "printf '%s\\n' x | cat"],
  ["cat <<EOF\nx\nEOF", "shell.here-document", "name a file", "cat x"],
  ["case $x in a) ls;; esac", "shell.construct", "use if with [[", "if [[ $x == a ]]; then ls; fi"],
  ["select x in a; do ls; done", "shell.interactive", "use for x in", "for x in a; do ls; done"],
  ["until ls; do pwd; done", "shell.construct", "use for x in", "for x in a; do pwd; done"],
  [
    "for ((i = 0; i < 3; i++)); do echo $i; done",
    "shell.construct",
    "for x in 1 2 3",
    "for x in 1 2 3; do echo $x; done",
  ],
  ["((x > 1)) && ls", "shell.construct", "use [ ... ]", '[ "$x" -gt 1 ] && ls'],
  ["f() { ls; }; f", "shell.construct", "write the commands and words out", "ls"],
  ["coproc ls", "shell.construct", "use a pipe", "ls | cat"],
  ["diff <(ls a) <(ls b)", "shell.substitution", "use a pipe", "ls a | cat"],
  ["echo `ls`", "shell.substitution", "write $(...)", "echo $(ls)"],
])("the denial of an unsupported construct says what to write instead: %s", (denied, rule, advice, followed) => {
  expect(classifyCommand(real, denied)).toEqual({ rule, reason: expect.stringContaining(advice) });
  expect(classifyCommand(real, followed), followed).toBeNull();
});

test("the longest allowed command is read, and a longer one is denied", () => {
  const command = `echo ${"a".repeat(16_384 - 5)}`;
  expect(classifyCommand(real, command)).toBeNull();
  expect(classifyCommand(real, `${command}a`)).toMatchObject({ rule: "shell.too-long" });
});

test("a command with values that double, or that refer to each other without end, is decided at once", () => {
  const doubling = `x=notes; ${'x+="$x"; '.repeat(200)}cat "$x"`;
  expect(classifyCommand(real, doubling, "bash")).toMatchObject({ rule: "shell.promise" });
  const chain = Array.from({ length: 400 }, (_, at) => `n${at + 1}=$((n${at} + n${at}));`).join(" ");
  expect(classifyCommand(real, `n0=1; ${chain} echo "$n400"`, "bash")).toBeNull();
  const files = Array.from({ length: 400 }, (_, at) => `f${at + 1}="$f${at}$f${at}";`).join(" ");
  expect(classifyCommand(real, `f0=a; ${files} cat < "$f400"`, "bash")).toBeNull();
});
