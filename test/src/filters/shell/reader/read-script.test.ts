import { parse } from "unbash";
import { describe, expect, test } from "vitest";
import type { Clause } from "../../../../../src/filters/shell/reader/clause.ts";
import { NotUnderstood } from "../../../../../src/filters/shell/reader/not-understood.ts";
import { readScript } from "../../../../../src/filters/shell/reader/read-script.ts";

describe("the reader splits words as Bash does", () => {
  test.each([
    ["cat a b", ["cat", "a", "b"]],
    [String.raw`cat a\ b 'c d' "e f"`, ["cat", "a b", "c d", "e f"]],
    [String.raw`cat "\$x \a \\ \""`, ["cat", String.raw`$x \a \ "`]],
    ["cat ''", ["cat", ""]],
    [String.raw`cat 'a'"b"\c`, ["cat", "abc"]],
    [String.raw`cut -d$'\t' f`, ["cut", "-d\t", "f"]],
    ["ls \\\n  -la", ["ls", "-la"]],
    ["ls 2>/dev/null -la", ["ls", "-la"]],
    ["ls a#b # c", ["ls", "a#b"]],
    ["git show HEAD@{1} stash@{0}", ["git", "show", "HEAD@{1}", "stash@{0}"]],
    ["[ a ]", ["[", "a", "]"]],
    ["ls é 日本 👍", ["ls", "é", "日本", "👍"]],
  ])("in %s", (source, words) => {
    expect(read(source)).toMatchObject([{ is: "command", words: words.map((text) => ({ text, single: true })) }]);
  });
});

describe("the reader marks words that only the shell can expand", () => {
  test.each([
    ["$x", "", false],
    ['"$x"', "", true],
    ['"./$x"', "./", true],
    ["./$x", "", false],
    ["*.md", "", false],
    ["./*.md", "./", false],
    ["src/{a,b}", "src/", false],
    ["{1..3}", "", false],
    ["~/notes", "~", true],
    ["$HOME/notes", "/", true],
    ['"$HOME"', "/", true],
    ['"$HOME"-delete', "", true],
    ['"$PWD"/x', "/", true],
    ["$PWD/x", "", false],
    ['"$@"', "", false],
    ["$(ls)", "", false],
    ["$?", "", true],
    ["${1:-x}", "", false],
    ['"a$(ls)"', "a", true],
    ["$((1 + 2))", "", true],
    [String.raw`$'\x2d'o`, "", true],
    ["[ab]c", "", false],
    ["a[b]", "a", false],
  ])("in %s", (raw, lead, single) => {
    const clauses = read(`echo ${raw}`);
    expect(clauses[0]).toMatchObject({ words: [{ text: "echo" }, { raw, text: null, lead, single }] });
  });
});

test("the reader finds every command, including those in substitutions and blocks", () => {
  const source = 'if ! a "$(b | c)"; then { d; }; else (e & f); fi; for x in g $(h); do i; done || j';
  const names = read(source).flatMap((clause) => (clause.is === "command" ? [clause.words[0]?.text] : []));
  expect(names.sort((left, right) => String(left).localeCompare(String(right)))).toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "h",
    "i",
    "j",
  ]);
});

test("the reader accepts a redirection without a command", () => {
  expect(read("echo $(< f)")).toMatchObject([
    { is: "command" },
    { is: "redirects", redirects: [{ operator: "<", target: { text: "f" } }] },
  ]);
});

test("the reader reads redirections with descriptors and targets", () => {
  expect(read('a 2>&1 > "/dev/null" <f &>>g')).toMatchObject([
    {
      redirects: [
        { descriptor: 2, operator: ">&", target: { text: "1" } },
        { descriptor: null, operator: ">", target: { text: "/dev/null" } },
        { descriptor: null, operator: "<", target: { text: "f" } },
        { descriptor: null, operator: "&>>", target: { text: "g" } },
      ],
    },
  ]);
});

describe("the reader rejects unsupported constructs", () => {
  test.each([
    ["echo `ls`", "shell.substitution"],
    ["cat <(ls)", "shell.substitution"],
    ["ls >(cat)", "shell.substitution"],
    ["cat <<EOF\nx\nEOF", "shell.here-document"],
    ["cat <<< x", "shell.here-document"],
    ["echo $[1+1]", "shell.substitution"],
    ["echo $((x[1]))", "shell.substitution"],
    ["echo $((x=1))", "shell.substitution"],
    ["echo ${x:=y}", "shell.substitution"],
    ["echo ${!x}", "shell.substitution"],
    ["echo ${x@P}", "shell.substitution"],
    ["echo ${a[$(ls)]}", "shell.substitution"],
    ["echo ${x:$y}", "shell.substitution"],
    ["echo ${x:-$(ls)}", "shell.substitution"],
    ['echo $"hi"', "shell.construct"],
    ["f() { ls; }", "shell.construct"],
    ["function f { ls; }", "shell.construct"],
    ["x=(a b)", "shell.construct"],
    ["ls @(a|b)", "shell.construct"],
    ["((1))", "shell.construct"],
    ["for ((;;)); do ls; done", "shell.construct"],
    ["for x; do ls; done", "shell.construct"],
    ["case x in x) ls;; esac", "shell.construct"],
    ["coproc ls", "shell.construct"],
    ["while true; do ls; done", "shell.construct"],
    ["until false; do ls; done", "shell.construct"],
    ["select x in a; do ls; done", "shell.interactive"],
    ["echo !!", "shell.history"],
    ['echo "!ls"', "shell.history"],
    ["echo 'a", "shell.syntax"],
    ['echo "a', "shell.syntax"],
    ["echo $(ls", "shell.syntax"],
    ["ls )", "shell.syntax"],
    ["ls;; ls", "shell.syntax"],
    ["; ls", "shell.syntax"],
    ["ls |", "shell.syntax"],
    ["ls && ", "shell.syntax"],
    ["(ls ||) ", "shell.syntax"],
    ["{ ls", "shell.syntax"],
    ["ls; }", "shell.syntax"],
    ["while ls; do pwd; done", "shell.construct"],
    ["while read x; ls; do pwd; done", "shell.construct"],
    ["while read x | cat; do pwd; done", "shell.construct"],
    ["while ! read x; do pwd; done", "shell.construct"],
    ["while read x < f; do pwd; done", "shell.construct"],
    ["ls a\\\nb", "shell.syntax"],
    ["ls a\u00a0b", "shell.control-character"],
    [`${"(".repeat(40)}ls${")".repeat(40)}`.replaceAll("((", "( ("), "shell.construct"],
  ])("such as %s", (source, rule) => {
    expect(() => read(source)).toThrow(expect.objectContaining({ name: NotUnderstood.name, rule }));
  });
});

function read(source: string): readonly Clause[] {
  return readScript(parse(source), source);
}
