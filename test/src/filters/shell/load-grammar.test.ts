import { expect, test } from "vitest";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";

test("the grammar is loaded once per process", async () => {
  expect(await loadGrammar()).toBe(await loadGrammar());
});

test.each([
  ["ls -la | wc; x=1", { whole: true, unknown: null, starts: [0, 9, 13] }],
  ['for f in a; do [[ -f $f ]] && echo "$(cat é)"; done', { whole: true, unknown: null, starts: [0, 15, 30, 38] }],
  ["export x=1; unset x", { whole: true, unknown: null, starts: [0, 12] }],
  ["a=1 b=2", { whole: true, unknown: null, starts: [0] }],
  ["", { whole: true, unknown: null, starts: [] }],
  ["f() { ls; }", { whole: true, unknown: "function_definition", starts: [6] }],
  ["cat <<E\nx\nE", { whole: true, unknown: "heredoc_redirect", starts: [0] }],
  ["ls <(pwd)", { whole: true, unknown: "process_substitution", starts: [0, 5] }],
  ["ls &&", { whole: false, unknown: null, starts: [] }],
  ["if ls; then ls", { whole: false, unknown: null, starts: [] }],
  ["ls )", { whole: false, unknown: null, starts: [] }],
])("the grammar outlines %j", async (command, outline) => {
  expect((await loadGrammar()).outline(command)).toEqual(outline);
});
