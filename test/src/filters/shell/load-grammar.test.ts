import { expect, test } from "vitest";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";

test("the grammar is loaded once per process", async () => {
  expect(await loadGrammar()).toBe(await loadGrammar());
});

test.each([
  ["ls -la | wc; x=1", [0, 9, 13], ["ls", "-la", "wc", null]],
  [
    'for f in a; do [[ -f $f ]] && echo "$(cat é)" > x; done',
    [0, 15, 30, 38],
    ["f", "a", "echo", "$(cat é)", "cat", "é", "x"],
  ],
  ["export x=1; unset x", [0, 12], ["export", null, "unset", "x"]],
  ["a=1 b=2", [0], [null, null]],
  ["ls 2>/dev/null -la 'a b'c", [0], ["ls", "/dev/null", "-la", "a bc"]],
  ["", [], []],
])("the grammar outlines %j", async (command, starts, texts) => {
  const outline = (await loadGrammar()).outline(command);
  expect(outline).toMatchObject({ whole: true, unknown: null, starts });
  expect(outline.words.map(({ text }) => text)).toEqual(texts);
});

test.each([
  ["f() { ls; }", "Function"],
  ["cat <<E\nx\nE", "HereDoc"],
  ["ls <(pwd)", "ProcessSubstitution"],
  ["x=(a b)", "ArrayValue"],
  ["echo ${!x}", "ParameterExpansion"],
  ["echo ${x[1]}", "ParameterExpansion"],
  ["ls {x}>/dev/null", "FileDescriptorVariable"],
])("the grammar names what is not understood in %j", async (command, unknown) => {
  expect((await loadGrammar()).outline(command)).toMatchObject({ unknown });
});

test.each(["ls &&", "if ls; then ls", "ls )", 'echo "$(ls"', "$(ls |)"])(
  "the grammar finds an error in %j",
  async (command) => {
    expect((await loadGrammar()).outline(command).whole).toBe(false);
  },
);

test("the grammar survives a script that nests as deep as it is long", async () => {
  const { outline } = await loadGrammar();
  for (const [open, close] of [
    ["{ ", " }"],
    ["( ", " )"],
    ["$(", ")"],
    ["if ls; then ", "; fi"],
  ] as const) {
    const times = Math.floor(16_000 / (open.length + close.length));
    expect(typeof outline(`${open.repeat(times)}ls${close.repeat(times)}`).whole).toBe("boolean");
  }
});
