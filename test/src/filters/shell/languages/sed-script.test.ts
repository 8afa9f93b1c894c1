import { expect, test } from "vitest";
import { readSedScript } from "../../../../../src/filters/shell/languages/sed-script.ts";

test.each([
  "",
  "p",
  "1,10p",
  "$!N;P;D",
  "0~3d",
  "/a/,/b/{p;d}",
  String.raw`\,a/b,d`,
  "/a/I,+3p",
  "s/a/b/",
  "s/a/b/gp;s|c|d|2I",
  "s/[0-9]*/x/g",
  "s/[]x]/y/",
  String.raw`s/a\/b/c/`,
  "y/abc/xyz/",
  "5q",
  "$=",
  ":a;N;$!ba;s/\\n/ /g",
  "/x/a added text",
  "r other.txt",
  "# w only a comment",
  "s/wait/e/",
  ":a;/x/{N;ba};p",
  "/x/{n;b}",
])("the sed reader allows a script that only prints: %s", (script) => {
  expect(readSedScript(script)).toBeNull();
});

test.each([
  ["w out", "writes"],
  ["1,3w out", "writes"],
  ["/a/!w out", "writes"],
  ["W out", "writes"],
  ["p;w out", "writes"],
  ["{w out\n}", "writes"],
  ["s/a/b/w out", "writes"],
  ["s/a/b/gw out", "writes"],
  ["s,a,b,w out", "writes"],
  ["a text\nw out", "writes"],
  ["# comment\nw out", "writes"],
  ["e", "runs"],
  ["1e id", "runs"],
  ["s/a/id/e", "runs"],
  ["s/a/id/pe", "runs"],
  // GNU ends the pattern at the slash in the brackets, BSD behind them: only one of them sees the w.
  ["s/[]/]X/;/w x/p", "unread"],
  ["s/[/]/w x/", "unread"],
  ["s/a/b/ w out", "unread"],
  ["s/a/b", "unread"],
  ["s a b w ", "unread"],
  [String.raw`a\w out`, "unread"],
  ["ｗ out", "unread"],
  ["1,w out", "unread"],
  ["k", "unread"],
])("the sed reader refuses %s", (script, does) => {
  expect(readSedScript(script)).toMatchObject({ does });
});

test("a script that does not fit is refused at once, however long it is", () => {
  for (const piece of ["[^a]", "[]a]", "[[:alpha:]]", " ", "\\[", "!", "1,2"])
    expect(readSedScript(`s/${piece.repeat(4000)}`)).toMatchObject({ does: "unread" });
  expect(readSedScript(`${" ".repeat(16_000)}k`)).toMatchObject({ does: "unread" });
});
